import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Names } from '../../../build/import/corpus/names.ts';
import { isComplete, readRecord } from '../../../build/import/corpus/record.ts';
import { CorpusStore } from '../../../build/import/corpus/store.ts';
import type { Edition } from '../../../build/import/schema.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** Files of an edition on their way into the corpus; whole imports are in import.test.ts. */

const EDITION: Edition = {
  ...{ folder: 'usc/title-03', record: 'usc/title-03/_edition.json' },
  ...{ label: '119-1', day: '2031-01-02', isWhole: true },
};
const RECORD = { edition: '119-1', day: '2031-01-02', schema: 'uslm', input: 'a', program: 'b', words: 1 };

/** Imports files, by their segments, into a corpus. */
function store(corpus: string, files: Record<string, string>, edition = EDITION) {
  const staging = path.join(corpus, '.import-1/0');
  const own = new CorpusStore(corpus, staging);
  for (const [name, content] of Object.entries(files)) own.put(edition, name.split('/'), name, content);
  const changes = own.publish(edition, RECORD);
  own.discard();
  assert.not.ok(fs.existsSync(staging), 'nothing is left aside');
  return changes;
}

test('names are safe, bounded and sortable, and unique on file systems that ignore case', () => {
  const names = new Names();
  const give = (...segments: string[]) => names.give(segments, segments.join('/'));
  assert.equal(
    [give('chapter-1', 'section-1'), give('chapter-10', 'section-1'), give('a–b', 'é?c')],
    ['chapter-01/section-1', 'chapter-10/section-1', 'a-b/e-c'],
  );
  const [first, second] = [names.give(['section-A'], 'one'), names.give(['section-a'], 'two')];
  assert.is(first, 'section-A');
  assert.match(second, /^section-a-[0-9a-f]{8}$/);
  assert.is(names.give(['section-A'], 'two'), `section-A-${second.slice(-8)}-2`);
  assert.is(give('a--b-', 'sg-', 'x'), 'a-b/sg/x');
  const long = give('x'.repeat(200));
  assert.match(long, /^x{80}-[0-9a-f]{8}$/);
  assert.is.not(give(`${'x'.repeat(200)}y`), long);
});

test('files missing from a new edition are removed with their empty folders; files of others stay', () => {
  const corpus = temporaryFolder();
  assert.equal(store(corpus, { 'chapter-1/section-1': 'a', 'chapter-2/section-2': 'b' }), {
    ...{ written: 2, unchanged: 0, removed: 0 },
  });
  const title = path.join(corpus, 'usc/title-03');
  fs.writeFileSync(path.join(title, 'notes.txt'), 'mine');
  const before = fs.statSync(path.join(title, 'chapter-01/section-1.md')).ino;
  assert.equal(store(corpus, { 'chapter-1/section-1': 'a' }), { written: 0, unchanged: 1, removed: 1 });
  assert.is(fs.statSync(path.join(title, 'chapter-01/section-1.md')).ino, before, 'equal files stay');
  assert.equal(fs.readdirSync(title).sort(), ['_edition.json', 'chapter-01', 'notes.txt']);
});

test('a folder missing from the corpus is moved as a whole; later files are moved one by one', () => {
  const corpus = temporaryFolder();
  const staging = path.join(corpus, '.import-1/0');
  const own = new CorpusStore(corpus, staging);
  own.put(EDITION, ['chapter-1', 'section-1'], '1', 'a');
  own.put(EDITION, ['chapter-1', 'part-1', 'section-2'], '2', 'b');
  assert.not.ok(fs.existsSync(path.join(corpus, EDITION.folder)), 'nothing is there before all is read');
  const folders = (below: string) => fs.readdirSync(below, { recursive: true, withFileTypes: true });
  const staged = folders(staging).find(({ name }) => name === 'title-03')!;
  const { ino } = fs.statSync(path.join(staged.parentPath, staged.name));
  own.publish(EDITION, RECORD);
  own.discard();
  assert.is(fs.statSync(path.join(corpus, EDITION.folder)).ino, ino, 'the folder itself was moved');
  const again = { 'chapter-1/section-1': 'a', 'chapter-1/part-1/section-2': 'c', 'chapter-2/section-3': 'd' };
  assert.equal(store(corpus, again), { written: 2, unchanged: 1, removed: 0 });
  const read = (file: string) => fs.readFileSync(path.join(corpus, EDITION.folder, file), 'utf8');
  assert.equal(
    ['chapter-01/section-1.md', 'chapter-01/part-1/section-2.md', 'chapter-02/section-3.md'].map(read),
    ['a', 'c', 'd'],
  );
});

test('a folder that another import creates at the same time has the files of both', () => {
  const corpus = temporaryFolder();
  const [first, second] = ['01', '02'].map(day => ({
    ...EDITION,
    ...{ folder: 'fr/2031/03', record: `fr/_issues/2031-03-${day}.json` },
  }));
  const own = new CorpusStore(corpus, path.join(corpus, '.import-1/1'));
  own.put(first!, ['2031-1'], '2031-1', 'a');
  assert.is(store(corpus, { '2031-2': 'b' }, second).written, 1);
  assert.is(own.publish(first!, RECORD).written, 1);
  own.discard();
  assert.equal(fs.readdirSync(path.join(corpus, 'fr/2031/03')).sort(), ['2031-1.md', '2031-2.md']);
});

test("a part of a title keeps the title's other files, and the record has both", () => {
  const corpus = temporaryFolder();
  store(corpus, { 'chapter-1/section-1': 'a' });
  const part = { ...EDITION, isWhole: false, part: '2', label: '119-2' };
  assert.is(store(corpus, { 'chapter-2/section-2': 'bb' }, part).removed, 0);
  const record = readRecord(corpus, EDITION);
  assert.is(record?.edition, '119-1');
  assert.equal(record?.files, {
    'usc/title-03/chapter-01/section-1.md': 1,
    'usc/title-03/chapter-02/section-2.md': 2,
  });
  assert.ok(isComplete(corpus, record!));
  fs.rmSync(path.join(corpus, 'usc/title-03/chapter-02/section-2.md'));
  assert.not.ok(isComplete(corpus, record!));
});

test('a damaged record counts as missing', () => {
  const corpus = temporaryFolder();
  assert.is(readRecord(corpus, EDITION), null);
  fs.mkdirSync(path.join(corpus, EDITION.folder), { recursive: true });
  for (const text of ['', '{', '{}', '{"day":"2031-01-02","files":null}']) {
    fs.writeFileSync(path.join(corpus, EDITION.record), text);
    assert.is(readRecord(corpus, EDITION), null, text);
  }
});

test('a folder outside the corpus is refused', () => {
  const own = new CorpusStore(temporaryFolder(), temporaryFolder());
  assert.throws(
    () => own.pathFor({ ...EDITION, folder: '../usc' }, ['section-1'], 'x'),
    /no name for a file/,
  );
});

test.run();
