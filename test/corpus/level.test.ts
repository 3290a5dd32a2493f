import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isLevelFile } from '../../build/corpus/file.ts';
import { readLevel } from '../../build/corpus/level.ts';

const FILE = { source: 'usc', path: 'usc/title-14/chapter-91/_level.md' } as const;

const read = (head: string, body = '', file: Parameters<typeof readLevel>[0] = FILE) =>
  readLevel(file, Buffer.from(`---\n${head}\n---\n${body}`));

function levelOf(head: string, body = '') {
  const result = read(head, body);
  assert.ok('level' in result, head);
  return 'level' in result ? result.level : null;
}

const HEAD = 'identifier: /us/usc/t14/ch91\nlevel: chapter\nnumber: "91"\nname: BELL BUOYS';
const TITLE = 'hierarchy:\n  - level: title\n    number: "14"\n    identifier: /us/usc/t14';

test('a level has its names, the levels above, and what is below its heading', () => {
  assert.equal(read(`${HEAD}\nstatus: reserved\n${TITLE}`, '\n# CHAPTER 91\n\n## Notes\n\nA note.\n'), {
    level: {
      ...{ level: 'chapter', number: '91', name: 'BELL BUOYS', identifier: '/us/usc/t14/ch91' },
      ...{ source: 'usc', status: 'reserved' },
      path: [{ level: 'title', number: '14', name: null, identifier: '/us/usc/t14' }],
      notes: '## Notes\n\nA note.',
    },
  });
  const notes = (body: string) => levelOf(HEAD, body)?.notes;
  assert.equal([levelOf(HEAD)?.status, levelOf(HEAD)?.path, notes('')], [null, [], '']);
  assert.is(notes('# Heading alone'), '');
  assert.is(notes('# Heading\r\n\r\nText.\r\n'), 'Text.');
  assert.is(notes('No heading.'), 'No heading.');
});

test('a level without an identifier is in the levels above it', () => {
  const forms = levelOf(`level: level\nname: FORMS\n${TITLE}`);
  assert.equal([forms?.name, forms?.identifier, forms?.path.length], ['FORMS', null, 1]);
  const wrong = levelOf(HEAD.replace('/us/usc/t14/ch91', '/us/usc/../x'));
  assert.is(wrong?.identifier, null, 'one that could not be published is not used');
  const above = levelOf(`${HEAD}\n${TITLE.replace('/us/usc/t14', '../t14')}`);
  assert.equal(above?.path, [{ level: 'title', number: '14', name: null, identifier: null }]);
});

test('a file that names no level is none: an issue, a volume, a part of the Federal Register', () => {
  assert.equal(read('level: volume'), { level: null });
  assert.equal(read('level: part\nnumber: II\nidentifier: ""'), { level: null });
  assert.equal(read(HEAD, '', { source: 'fr', path: 'fr/2022/03/_level.md' }), { level: null });
});

test('what cannot be read is a problem with its field', () => {
  const fieldOf = (head: string) => {
    const result = read(head);
    assert.ok('problems' in result, head);
    return 'problems' in result && result.problems.map(({ path, field }) => [path, field]);
  };
  assert.equal(fieldOf('identifier: [a'), [[FILE.path, null]]);
  assert.equal(fieldOf('identifier: /us/usc/t14'), [[FILE.path, 'level']]);
  assert.equal(fieldOf(`${HEAD}\nhierarchy: title 14`), [[FILE.path, 'hierarchy']]);
  assert.equal(fieldOf(`${HEAD}\nhierarchy:\n  - number: "14"`), [[FILE.path, 'hierarchy']]);
});

test('levels have files of one name, with an addition where two are in one folder', () => {
  for (const path of ['usc/title-14/_level.md', 'usc/title-14/x/_level-9d5ac6be.md'])
    assert.ok(isLevelFile({ path }), path);
  for (const path of [
    'usc/title-14/_levels.md',
    'usc/title-14/level.md',
    'usc/_level/a.md',
    'usc/_level.md.md',
  ])
    assert.not.ok(isLevelFile({ path }), path);
});

test.run();
