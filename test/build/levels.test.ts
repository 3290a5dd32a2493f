import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSameTree, buildHere, editable, timestamps, touched } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Files `_level.md` of a corpus, and the pages of levels that follow from them. */

const PART = 'ecfr/title-33/chapter-IX/part-971';

/** Builds a corpus, edits it, and builds again. @returns files of levels that the second build wrote, replaced or removed */
async function edited(edit: (corpus: string) => void, options: { keepGoing?: boolean } = {}) {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = timestamps(dist);
  edit(corpus);
  const report = await buildHere(corpus, dist, options);
  const cold = path.join(temporaryFolder(), 'dist');
  await buildHere(corpus, cold, options);
  assertSameTree(dist, cold);
  const after = timestamps(dist);
  const isPage = (name: string) => /\/structure(?:\/.+)?\.json$/.test(name);
  const written = touched(before, after).filter(isPage);
  const removed = touched(after, before).filter(
    name => isPage(name) && !fs.existsSync(path.join(dist, name)),
  );
  return { dist, report, written, removed };
}

const rewrite = (corpus: string, file: string, change: (text: string) => string): void =>
  fs.writeFileSync(path.join(corpus, file), change(fs.readFileSync(path.join(corpus, file), 'utf8')));

const dataOf = (dist: string, name: string) =>
  JSON.parse(fs.readFileSync(path.join(dist, `api/ecfr/structure/${name}.json`), 'utf8')).data;

test('another note of a level changes its page alone', async () => {
  const { dist, report, written } = await edited(corpus =>
    rewrite(corpus, `${PART}/_level.md`, text => `${text}\nA further note.\n`),
  );
  assert.is(report.rendered, 0);
  assert.equal(written, ['api/ecfr/structure/t33/p971.json']);
  assert.match(dataOf(dist, 't33/p971').notes.text, /A further note\.\n$/);
});

test('another name of a level changes the pages that show it', async () => {
  const { dist, written } = await edited(corpus =>
    rewrite(corpus, `${PART}/_level.md`, text => text.replace('FERRY WHISTLES', 'FERRY BELLS')),
  );
  assert.equal(
    written.map(name => name.slice('api/ecfr/structure/'.length)),
    ['t33/_q/depth=all.json', 't33/chIX.json', 't33/p971/spA.json', 't33/p971.json'],
  );
  assert.is(dataOf(dist, 't33/chIX').children[0].name, 'FERRY BELLS');
});

test('a reserved part comes and goes with its file', async () => {
  const folder = `${PART}/../part-980`;
  const head = 'identifier: /us/cfr/t33/p980\nlevel: part\nnumber: "980"\nstatus: reserved';
  const above = 'hierarchy:\n  - level: title\n    number: "33"\n    identifier: /us/cfr/t33';
  const { dist, written } = await edited(corpus => {
    fs.mkdirSync(path.join(corpus, folder), { recursive: true });
    fs.writeFileSync(path.join(corpus, folder, '_level.md'), `---\n${head}\n${above}\n---\n`);
  });
  assert.ok(written.includes('api/ecfr/structure/t33/p980.json'));
  const page = dataOf(dist, 't33/p980');
  assert.equal([page.status, page.document_count, page.notes], ['reserved', 0, null]);
  const gone = await edited(corpus =>
    fs.rmSync(path.join(corpus, PART, '../part-972-974'), { recursive: true }),
  );
  assert.equal(gone.removed, ['api/ecfr/structure/t33/p972-974.json']);
});

test('a title without documents, and a folder of levels that is gone, are noticed', async () => {
  const head = 'identifier: /us/cfr/t35\nlevel: title\nnumber: "35"\nname: Panama Canal\nstatus: reserved';
  const { corpus, dist } = editable();
  const folder = path.join(corpus, 'ecfr/title-35');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, '_level.md'), `---\n${head}\n---\n`);
  await buildHere(corpus, dist);
  assert.is(dataOf(dist, 't35').name, 'Panama Canal');
  const before = timestamps(dist);
  await buildHere(corpus, dist);
  assert.equal(touched(before, timestamps(dist)), []);
  fs.rmSync(folder, { recursive: true });
  await buildHere(corpus, dist);
  assert.not.ok(fs.existsSync(path.join(dist, 'api/ecfr/structure/t35.json')));
  assert.not.ok(fs.existsSync(path.join(dist, 'api/ecfr/structure/t35')));
});

test('a section that moves to another chapter changes both', async () => {
  const { dist, written } = await edited(corpus =>
    rewrite(corpus, 'usc/title-17/chapter-01/section-106.md', text =>
      text.replace('chapter_number: 1\n', 'chapter_number: 10\n').replace(/^chapter_name: .*$/m, ''),
    ),
  );
  for (const name of ['t17/ch1', 't17/ch10'])
    assert.ok(written.includes(`api/usc/structure/${name}.json`), name);
  for (const name of written) assert.match(name, /^api\/usc\/structure\/t17[/.]/);
  const { documents } = JSON.parse(
    fs.readFileSync(path.join(dist, 'api/usc/structure/t17/ch10.json'), 'utf8'),
  ).data;
  assert.ok(documents.some(({ identifier }: { identifier: string }) => identifier === '/us/usc/t17/s106'));
});

test('a level that cannot be read is a problem, and is left out with --keep-going', async () => {
  const spoil = (corpus: string) => rewrite(corpus, `${PART}/_level.md`, text => text.replace('---', '--'));
  const failure = await edited(spoil).catch(error => error);
  assert.match(String(failure.problems?.[0]?.path), `${PART}/_level.md`);
  const { dist, report } = await edited(spoil, { keepGoing: true });
  assert.is(report.problems.length, 1);
  assert.is(dataOf(dist, 't33/p971').notes, null, 'its documents still tell it');
});

test('identifiers of levels that lead elsewhere write nothing outside', async () => {
  const { dist } = await edited(corpus => {
    rewrite(corpus, `${PART}/_level.md`, text =>
      text.replace('"/us/cfr/t33/p971"', '"/us/cfr/../../../../x"'),
    );
    rewrite(corpus, `${PART}/section-971.2.md`, text =>
      text.replace('identifier: "/us/cfr/t33/p971/spA"', 'identifier: "/us/cfr/t33/../../y"'),
    );
  });
  assert.is(dataOf(dist, 't33/p971').document_count, 5);
  const around = fs.readdirSync(path.dirname(dist));
  assert.equal(
    around.filter(name => /^[xy]/.test(name)),
    [],
  );
});

test.run();
