import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChangedEdition, ChangesEntry } from '../../build/contract/changes.ts';
import { mergedChanges, wantedChanges } from '../../build/contract/changes-since.ts';

import { inOneGo } from '../../build/contract/pieces.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { indexIn, linesIn } from '../helpers/follower.ts';

/** A title that moves on to another edition of the law (build/contract/README.md, Changes). */

const SECTION = 'usc/title-17/chapter-01/section-106.md';
const TITLE = 'usc/title-17';

/** Every Markdown file of a folder, made anew. */
function rewrite(corpus: string, folder: string, change: (text: string, file: string) => string): void {
  for (const name of fs.readdirSync(path.join(corpus, folder), { recursive: true, encoding: 'utf8' })) {
    const file = path.join(corpus, folder, name);
    if (name.endsWith('.md')) fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8'), name));
  }
}

const moved = (text: string, currency = '2026-11-20', point = '119-99'): string =>
  text
    .replace(/^(?:currency|release_point): .*\n/gm, '')
    .replace(/^source: /m, `currency: "${currency}"\nrelease_point: "${point}"\nsource: `);

const newest = (dist: string): ChangesEntry => indexIn(dist)[0] as ChangesEntry;
const textOf = (dist: string, entry: ChangesEntry): string =>
  fs.readFileSync(path.join(dist, entry.path), 'utf8');
const namesIn = (text: string) =>
  linesIn(text).map(({ identifier, change }) => `${String(change)} ${identifier}`);

/** What a reader has that keeps the JSON of documents. */
function copyOf(dist: string): Map<string, string> {
  const folder = path.join(dist, 'api/usc/documents');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => /^t17\/[^/]+\.json$/.test(name));
  return new Map(
    files.map(name => [`/us/usc/${name.slice(0, -5)}`, fs.readFileSync(path.join(folder, name), 'utf8')]),
  );
}

async function atTwoEditions(): Promise<{ corpus: string; dist: string; before: Map<string, string> }> {
  const { corpus, dist } = editable();
  rewrite(corpus, TITLE, text => moved(text, '2026-10-01', '119-90'));
  await buildHere(corpus, dist);
  return { corpus, dist, before: copyOf(dist) };
}

test("one line for a moved title gives readers the tree's content", async () => {
  const { corpus, dist, before } = await atTwoEditions();
  rewrite(
    corpus,
    TITLE,
    (text, file) => moved(text) + (file.endsWith('-106.md') ? '\nOne more lamp.\n' : ''),
  );
  await buildHere(corpus, dist);
  const entry = newest(dist);
  const text = textOf(dist, entry);
  assert.equal(namesIn(text), ['changed /us/usc/t17/s106', 'edition /us/usc/t17']);
  assert.equal([entry.documents, entry.editions], [{ added: 0, changed: 1, removed: 0 }, 1]);
  const line = linesIn(text)[1] as unknown as ChangedEdition;
  assert.equal(line, {
    ...{ path: 'api/usc/titles/17.json', url: '/api/usc/titles/17' },
    ...{ identifier: '/us/usc/t17', source: 'usc', change: 'edition' },
    ...{ currency: '2026-11-20', release_point: '119-99', documents: before.size - 1 },
  });
  const now = copyOf(dist);
  for (const [identifier, json] of before) {
    if (identifier === '/us/usc/t17/s106') continue;
    const answer = JSON.parse(json);
    Object.assign(answer.data.metadata, { currency: line.currency, release_point: line.release_point });
    assert.equal(JSON.parse(now.get(identifier) as string), answer, identifier);
    assert.is.not(now.get(identifier), json);
  }
});

test('a title with differing editions is listed by document', async () => {
  const { corpus, dist, before } = await atTwoEditions();
  // One says another day.
  rewrite(corpus, TITLE, (text, file) => moved(text, file.endsWith('-106.md') ? '2026-11-19' : '2026-11-20'));
  await buildHere(corpus, dist);
  assert.is(namesIn(textOf(dist, newest(dist))).length, before.size);
  assert.not('editions' in newest(dist));
  // One stays behind.
  rewrite(corpus, TITLE, (text, file) => (file.endsWith('-106.md') ? text : moved(text, '2026-11-21')));
  await buildHere(corpus, dist);
  const names = namesIn(textOf(dist, newest(dist)));
  assert.is(names.length, before.size - 1);
  assert.ok(names.every(name => name.startsWith('changed ')));
});

test("documents with other changes are listed beside the title's line", async () => {
  const { corpus, dist } = await atTwoEditions();
  const file = path.join(corpus, SECTION);
  fs.writeFileSync(file.replace('106', '106z'), fs.readFileSync(file, 'utf8').replaceAll('/s106', '/s106z'));
  fs.rmSync(path.join(corpus, SECTION.replace('106', '107')));
  rewrite(corpus, TITLE, (text, name) =>
    moved(name.endsWith('-106.md') ? text.replace(/^section_name: .*$/m, `section_name: "Logs"`) : text),
  );
  await buildHere(corpus, dist);
  assert.equal(namesIn(textOf(dist, newest(dist))), [
    'changed /us/usc/t17/s106',
    'added /us/usc/t17/s106z',
    'removed /us/usc/t17/s107',
    'edition /us/usc/t17',
  ]);
});

test('over several builds the last edition counts, and earlier ETags are left out', () => {
  const digest = 'a'.repeat(64);
  const entry = (number: number): ChangesEntry => ({
    ...{ number, build: digest, previous: digest, published: '2026-11-22T03:00:00.000Z', complete: false },
    ...{ documents: { added: 0, changed: 1, removed: 0 }, sources: {}, pages: { written: 0, removed: 0 } },
    ...{ path: `changes/${number}.ndjson`, url: `/api/changes/${number}`, bytes: 1, sha256: digest },
  });
  const document = (section: string, tag: string, change = 'changed') =>
    JSON.stringify({
      path: `api/usc/documents/t17/${section}.json`,
      ...{ identifier: `/us/usc/t17/${section}`, source: 'usc', change, etag: { json: tag } },
    });
  const edition = (title: string, currency: string) =>
    JSON.stringify({ path: `api/usc/titles/5.json`, identifier: title, change: 'edition', currency });
  const lists = [
    [document('s1', 'old'), document('s2', 'old', 'added'), edition('/us/usc/t5', '2026-01-01')],
    [
      document('s3', 'same'),
      edition('/us/usc/t5', '2026-02-01'),
      edition('/us/usc/t5a', '2026-02-02'),
      edition('/us/usc/t17', '2026-02-01'),
    ],
    [document('s2', 'new')],
  ].map(lines => lines.join('\n'));
  const wanted = wantedChanges([entry(9), entry(8), entry(7)], '6');
  const { data } = JSON.parse(inOneGo(mergedChanges(wanted, lists)));
  assert.equal(
    data.map((line: Record<string, unknown>) => [line.change, line.identifier, line.currency ?? line.etag]),
    [
      ['changed', '/us/usc/t17/s1', null],
      ['added', '/us/usc/t17/s2', { json: 'new' }],
      ['changed', '/us/usc/t17/s3', { json: 'same' }],
      ['edition', '/us/usc/t5', '2026-02-01'],
      ['edition', '/us/usc/t5a', '2026-02-02'],
      ['edition', '/us/usc/t17', '2026-02-01'],
    ],
  );
});

test('a single document that only moved has a line of its own', async () => {
  const { corpus, dist, before } = await atTwoEditions();
  rewrite(
    corpus,
    TITLE,
    (text, file) => moved(text) + (file.endsWith('-106.md') ? '' : '\nOne more lamp.\n'),
  );
  await buildHere(corpus, dist);
  const entry = newest(dist);
  const names = namesIn(textOf(dist, entry));
  assert.ok(names.includes('changed /us/usc/t17/s106'));
  assert.equal(
    [names.length, entry.documents?.changed, entry.editions],
    [before.size, before.size, undefined],
  );
});

test.run();
