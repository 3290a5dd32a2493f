import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changedDocuments } from '../../build/history/changed-documents.ts';
import type { FileChanges } from '../../build/previous/file-changes.ts';
import type { Workspace } from '../../build/previous/workspace.ts';
import type { StateStore } from '../../build/state/store.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** The lines of one build, from the changes of files. */

const outputs = Array.from({ length: 3 }, () => ({ sha256: '0'.repeat(64) }));

/** @param counts documents by part, all of which exist */
const storeWith = (counts: Readonly<Record<string, number>>) =>
  ({
    documentCounts: () => new Map(Object.entries(counts)),
    outputsOf: () => outputs,
  }) as unknown as StateStore;

const linesOf = (changes: Partial<FileChanges>, store: StateStore, workspace = {} as Workspace): string[] =>
  Array.from(
    changedDocuments({ added: [], changed: [], removed: [], ...changes }, { store, workspace }),
    line =>
      `${line.change} ${line.identifier}${line.change === 'edition' ? ` ${line.currency} ${line.release_point}` : ''}`,
  );

test('a document of which only some files are new was there before', () => {
  const store = storeWith({});
  const [json, markdown] = ['json', 'md'].map(ending => `api/usc/documents/t17/s1.${ending}`) as [
    string,
    string,
  ];
  assert.equal(linesOf({ added: [json, markdown] }, store), ['added /us/usc/t17/s1']);
  assert.equal(linesOf({ added: [json], changed: [markdown] }, store), ['changed /us/usc/t17/s1']);
  assert.equal(linesOf({ added: [markdown], removed: [json] }, store), ['changed /us/usc/t17/s1']);
});

test('a title and its appendix that move at once have a line each, all lines in the order of paths; a title without a release point says so', () => {
  const workspace = { tree: temporaryFolder(), staging: temporaryFolder() } as Workspace;
  const moved = [
    'ecfr/documents/t5/s1',
    'ecfr/documents/t5/s2',
    'usc/documents/t5/s1',
    'usc/documents/t5/s2',
  ];
  const all = [...moved, 'usc/documents/t5a/s1', 'usc/documents/t5a/s2'].map(name => `api/${name}.md`);
  for (const [folder, day] of [
    [workspace.tree, '2026-01-01'],
    [workspace.staging, '2026-02-02'],
  ] as const)
    for (const file of all) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), `---\ncurrency: "${day}"\n---\n\nA lamp.\n`);
    }
  const others = ['api/fr/documents/2018-00001.md', 'api/usc/documents/t17/s1.md'];
  const store = storeWith({ 'ecfr/t5': 2, 'usc/t5': 2, 'usc/t5a': 2, 'usc/t17': 9 });
  assert.equal(linesOf({ changed: [...others, ...all] }, store, workspace), [
    'edition /us/cfr/t5 2026-02-02 null',
    'changed /us/fr/2018-00001',
    'changed /us/usc/t17/s1',
    'edition /us/usc/t5 2026-02-02 null',
    'edition /us/usc/t5a 2026-02-02 null',
  ]);
});

test.run();
