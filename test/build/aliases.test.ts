import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import type { CorpusProblems } from '../../build/options.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, sha256 } from '../helpers/builds.ts';
import { indexIn, listIn } from '../helpers/follower.ts';

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const OTHER = 'usc/title-17/chapter-01/section-107.md';
const ENDINGS = ['json', 'md', 'txt'];

/** Gives a document of the corpus these aliases, in place of those that it has. */
function claim(corpus: string, file: string, aliases: readonly string[]): void {
  const full = path.join(corpus, file);
  const text = fs.readFileSync(full, 'utf8').replace(/^aliases:\n(?: {2}- .*\n)*/m, '');
  const lines = aliases.map(alias => `  - "${alias}"\n`).join('');
  fs.writeFileSync(full, aliases.length > 0 ? text.replace(/^source: .*\n/m, `$&aliases:\n${lines}`) : text);
}

const fileOf = (dist: string, name: string): string => path.join(dist, 'api/usc/documents', name);

/** Fails where an alias does not lead to a document; null: to none. */
function assertLeads(dist: string, alias: string, to: string | null, message?: string): void {
  for (const ending of ENDINGS) {
    const file = fileOf(dist, `${alias}.${ending}`);
    assert.is(fs.existsSync(file), to !== null, `${message}: ${alias}.${ending}`);
    if (to === null) continue;
    const own = fileOf(dist, `${to}.${ending}`);
    assert.is(sha256(file), sha256(own), `${message}: ${alias}.${ending}`);
    assert.is(fs.statSync(file).mtimeMs, fs.statSync(own).mtimeMs);
  }
}

const isSound = async (dist: string): Promise<boolean> => !hasFindings(await verifyTree(dist, silent));

test("an alias has its document's files in parts of the manifest for aliases, and is not counted", async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, `${dist}-before`, { site: { url: 'https://law.test/', version: '1' } });
  claim(corpus, SECTION, ['/us/usc/t17/s106-5', '/us/usc/t17/s§ 106, 106b', '/us/usc/t17/s106']);
  const { documents, notices } = await buildHere(corpus, dist, {
    site: { url: 'https://law.test/', version: '1' },
  });
  for (const alias of ['t17/s106-5', 't17/s§ 106, 106b']) assertLeads(dist, alias, 't17/s106');
  const [before, root] = [readRoot(`${dist}-before`), readRoot(dist)];
  assert.equal(documents, before.documents);
  assert.equal(root.documents, before.documents);
  assert.is(root.files, before.files + 6);
  assert.equal(notices, []);
  const listed = [];
  for await (const { path: file, identifier } of readManifest(dist))
    if (/106-5|106b/.test(file)) listed.push([file, identifier]);
  assert.equal(
    listed.sort(),
    ['t17/s106-5', 't17/s§ 106, 106b'].flatMap(alias =>
      ENDINGS.map(ending => [`api/usc/documents/${alias}.${ending}`, '/us/usc/t17/s106']),
    ),
  );
  // All else but the Markdown, which holds the frontmatter, is as it was.
  const others = root.parts.filter(
    ({ path: part }) => !/^manifest\/usc\/(aliases\/)?t17\.ndjson$/.test(part),
  );
  assert.equal(
    others,
    before.parts.filter(({ path: part }) => part !== 'manifest/usc/t17.ndjson'),
  );
  assert.ok(await isSound(dist));
});

test('files of an alias are hard links', async () => {
  const { corpus, dist } = editable();
  claim(corpus, SECTION, ['/us/usc/t17/s900']);
  await buildHere(corpus, dist);
  const [file, own] = ['t17/s900.json', 't17/s106.json'].map(name => fs.statSync(fileOf(dist, name)).ino);
  assert.is(file, own);
});

test('after any changes of aliases and documents the tree equals that of a cold build', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const [alias, name] = ['/us/usc/t17/s900', 't17/s900'];
  const real = path.join(corpus, 'usc/title-17/chapter-01/section-900.md');
  const steps: [what: string, edit: () => void, leadsTo: string | null][] = [
    ['it appears', () => claim(corpus, SECTION, [alias]), 't17/s106'],
    ['its document changes', () => fs.appendFileSync(path.join(corpus, SECTION), '\nA word.\n'), 't17/s106'],
    [
      'another document changes',
      () => fs.appendFileSync(path.join(corpus, OTHER), '\nA word.\n'),
      't17/s106',
    ],
    ['a later one claims it, too', () => claim(corpus, OTHER, [alias]), 't17/s106'],
    ['the first lets it go', () => claim(corpus, SECTION, []), 't17/s107'],
    ['the first claims it again', () => claim(corpus, SECTION, [alias, `${alias}a`]), 't17/s106'],
    ['the first is gone', () => fs.renameSync(path.join(corpus, SECTION), `${corpus}-kept.md`), 't17/s107'],
    ['the first is back', () => fs.renameSync(`${corpus}-kept.md`, path.join(corpus, SECTION)), 't17/s106'],
    [
      'a document has that identifier',
      () =>
        fs.writeFileSync(
          real,
          fs.readFileSync(path.join(corpus, OTHER), 'utf8').replace('/us/usc/t17/s107', alias),
        ),
      null,
    ],
    ['that document goes', () => fs.rmSync(real), 't17/s106'],
    ['another title claims it', () => claim(corpus, 'usc/title-48/section-5.md', [alias]), 't17/s106'],
    ['the first lets it go again', () => claim(corpus, SECTION, []), 't17/s107'],
    ['the second, too', () => claim(corpus, OTHER, []), 't48/s5'],
    ['nobody claims it', () => claim(corpus, 'usc/title-48/section-5.md', []), null],
  ];
  for (const [what, edit, to] of steps) {
    edit();
    await buildHere(corpus, dist);
    if (what === 'a document has that identifier')
      assert.match(fs.readFileSync(fileOf(dist, `${name}.json`), 'utf8'), `"identifier":"${alias}"`);
    else assertLeads(dist, name, to, what);
    assert.ok(await isSound(dist), what);
    fs.rmSync(`${dist}-cold`, { recursive: true, force: true });
    await buildHere(corpus, `${dist}-cold`);
    assertSameTree(dist, `${dist}-cold`, what);
  }
  assert.not.ok(readRoot(dist).parts.some(({ path: part }) => part.includes('aliases')));
});

test('a document that replaces an alias is added in the history, and one that makes room for an alias is removed', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const real = path.join(corpus, 'usc/title-17/chapter-01/section-900.md');
  const changed = async (edit: () => void): Promise<[string, string][]> => {
    edit();
    // Nothing but documents may count: none may go.
    await buildHere(corpus, dist, { maxRemoved: { count: fs.existsSync(real) ? 0 : 1 } });
    const [newest] = indexIn(dist);
    return listIn(dist, newest as NonNullable<typeof newest>).map(({ identifier, change }) => [
      identifier,
      change,
    ]);
  };
  const own: [string, string] = ['/us/usc/t17/s106', 'changed'];
  assert.equal(await changed(() => claim(corpus, SECTION, ['/us/usc/t17/s900'])), [own]);
  const text = fs
    .readFileSync(path.join(corpus, OTHER), 'utf8')
    .replace('/us/usc/t17/s107', '/us/usc/t17/s900');
  assert.equal(await changed(() => fs.writeFileSync(real, text)), [['/us/usc/t17/s900', 'added']]);
  assert.equal(await changed(() => fs.rmSync(real)), [['/us/usc/t17/s900', 'removed']]);
  assertLeads(dist, 't17/s900', 't17/s106');
});

test('removed aliases do not count as lost documents', async () => {
  const { corpus, dist } = editable();
  claim(
    corpus,
    SECTION,
    Array.from({ length: 30 }, (_, i) => `/us/usc/t17/s${900 + i}`),
  );
  await buildHere(corpus, dist);
  claim(corpus, SECTION, []);
  await buildHere(corpus, dist, { maxRemoved: { count: 0 } });
  assertLeads(dist, 't17/s915', null);
});

test('an alias that two documents claim leads to the first, with a notice', async () => {
  const { corpus, dist } = editable();
  for (const file of [SECTION, OTHER])
    claim(
      corpus,
      file,
      Array.from({ length: 7 }, (_, i) => `/us/usc/t17/s${901 + i}`),
    );
  const { notices } = await buildHere(corpus, dist);
  assert.is(notices.length, 6);
  assert.is(
    notices[0],
    '/us/usc/t17/s106 and /us/usc/t17/s107 claim the alias /us/usc/t17/s901, which leads to the first.',
  );
  assert.match(notices[5] ?? '', /^2 more aliases/);
});

test('an alias that fits no file name is a problem of its document', async () => {
  for (const [alias, reason] of [
    ['/us/usc/../x', /names ".*", which/],
    ['/us/cfr/t1/s1', /which does not start with \/us\/usc\//],
  ] as const) {
    const { corpus, dist } = editable();
    claim(corpus, SECTION, [alias]);
    try {
      await buildHere(corpus, dist);
      assert.unreachable();
    } catch (error) {
      const { problems } = error as CorpusProblems;
      assert.equal(
        problems.map(({ path: file, field }) => [file, field]),
        [[SECTION, 'aliases']],
      );
      assert.match(problems[0]?.reason ?? '', reason);
    }
  }
});

test.run();
