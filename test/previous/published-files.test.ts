import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Entry } from '../../build/files/entry.ts';
import { ManifestWriter } from '../../build/files/manifest/write.ts';
import { PublishedFiles } from '../../build/previous/published-files.ts';
import { openWorkspace, type Workspace } from '../../build/previous/workspace.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const date = '2026-03-01';
const digest = (letter: string): string => letter.repeat(64);
const entry = (file: string, letter: string): Entry => ({
  path: file,
  bytes: 1,
  sha256: digest(letter),
  date,
});

const LIST = 'api/usc/documents';
const document = (name: string, letter: string): Entry[] =>
  ['json', 'md', 'txt'].map(extension => ({
    ...entry(`${LIST}/t1/${name}.${extension}`, letter),
    identifier: `/us/usc/t1/${name}`,
  }));
const namesOf = (name: string): string[] => document(name, 'a').map(({ path: file }) => file);

type Parts = Record<string, Entry[]>;

/** A tree that has nothing but a manifest of these parts. */
function published(parts: Parts): Workspace {
  const tree = path.join(temporaryFolder(), 'dist');
  const writer = new ManifestWriter(tree, null);
  for (const [name, entries] of Object.entries(parts)) writer.stagePart(name, entries);
  writer.finish(date, {});
  return openWorkspace(tree);
}

const BEFORE: Parts = {
  'usc/t1': [...document('s1', 'a'), ...document('s2', 'b')],
  'usc/pages/lists': [entry(`${LIST}.json`, 'c'), entry(`${LIST}/_q/old.json`, 'd')],
};

const kindOf = (part: string) =>
  part.includes('/pages/') ? 'pages' : part.includes('/aliases/') ? 'aliases' : 'documents';

async function changesOf(workspace: Workspace, parts: Parts, isTrusted = true) {
  const files = await PublishedFiles.open(workspace, isTrusted);
  for (const [name, entries] of Object.entries(parts)) {
    files.compare(name, kindOf(name), entries);
  }
  return files.changes();
}

test('documents are added before the pages that name them and removed after them, and new files come first', async () => {
  const changes = await changesOf(published(BEFORE), {
    'usc/pages/lists': [entry(`${LIST}.json`, 'e'), entry(`${LIST}/_q/new.json`, 'f')],
    'usc/t1': [...document('s1', 'e'), ...document('s3', 'f')],
  });
  assert.equal(changes, {
    documents: { added: namesOf('s3'), changed: namesOf('s1'), removed: namesOf('s2') },
    written: [...namesOf('s3'), ...namesOf('s1'), `${LIST}/_q/new.json`, `${LIST}.json`],
    added: [...namesOf('s3'), `${LIST}/_q/new.json`],
    changed: [...namesOf('s1'), `${LIST}.json`],
    removed: [`${LIST}/_q/old.json`, ...namesOf('s2')],
  });
});

test('a kept part changes nothing, and a missing one is removed', async () => {
  const files = await PublishedFiles.open(published(BEFORE), true);
  files.keep('usc/t1');
  assert.equal(files.changes(), {
    documents: { added: [], changed: [], removed: [] },
    written: [],
    added: [],
    changed: [],
    removed: [`${LIST}.json`, `${LIST}/_q/old.json`],
  });
});

test('a file in another part than before is neither added nor removed', async () => {
  const moved = { ...BEFORE, 'usc/t1': document('s1', 'a'), 'usc/t2': document('s2', 'b') };
  const changes = await changesOf(published(BEFORE), moved);
  const same = { added: [], changed: namesOf('s2'), removed: [] };
  assert.equal(changes, { documents: same, written: namesOf('s2'), ...same });
});

test('a document that becomes an alias counts as removed, the reverse as added, with the same files', async () => {
  const before = { 'usc/t1': document('s1', 'a'), 'usc/aliases/t1': document('s2', 'a') };
  const after = { 'usc/t1': document('s2', 'b'), 'usc/aliases/t1': document('s1', 'b') };
  assert.equal(await changesOf(published(before), after), {
    documents: { added: namesOf('s2'), changed: [], removed: namesOf('s1') },
    written: [...namesOf('s2'), ...namesOf('s1')],
    added: [],
    changed: [...namesOf('s2'), ...namesOf('s1')],
    removed: [],
  });
});

test('added and removed aliases are not counted as documents', async () => {
  const before = { 'usc/t1': document('s1', 'a'), 'usc/aliases/t1': document('s2', 'a') };
  const after = { 'usc/t1': document('s1', 'a'), 'usc/aliases/t1': document('s3', 'a') };
  assert.equal(await changesOf(published(before), after), {
    documents: { added: [], changed: [], removed: [] },
    written: namesOf('s3'),
    added: namesOf('s3'),
    changed: [],
    removed: namesOf('s2'),
  });
});

test('a file with the same bytes and another day is changed', async () => {
  const later = document('s1', 'a').map(file => ({ ...file, date: '2026-03-02' }));
  const { written } = await changesOf(published(BEFORE), {
    ...BEFORE,
    'usc/t1': [...later, ...document('s2', 'b')],
  });
  assert.equal(written, namesOf('s1'));
});

test('in an untrusted tree every file is written, and none counts as added or changed', async () => {
  const { written, added, changed, removed } = await changesOf(published(BEFORE), BEFORE, false);
  assert.is(written.length, 8);
  assert.equal([added, changed, removed], [[], [], []]);
});

test('files moved by a killed publication that cannot be finished are replaced or removed', async () => {
  const workspace = published(BEFORE);
  const { createHash } = await import('node:crypto');
  const from = createHash('sha256')
    .update(fs.readFileSync(path.join(workspace.tree, 'manifest.json')))
    .digest('hex');
  const renames = [...namesOf('s3'), ...namesOf('s4'), 'manifest.json'];
  fs.writeFileSync(workspace.journal, JSON.stringify({ from, to: digest('0'), renames, deletions: [] }));
  const changes = await changesOf(workspace, {
    ...BEFORE,
    'usc/t1': [...(BEFORE['usc/t1'] as Entry[]), ...document('s3', 'c')],
  });
  assert.equal(changes, {
    documents: { added: [], changed: namesOf('s3'), removed: namesOf('s4') },
    written: namesOf('s3'),
    added: [],
    changed: namesOf('s3'),
    removed: namesOf('s4'),
  });
});

test.run();
