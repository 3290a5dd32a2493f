import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprintOf } from '../../build/files/entry.ts';
import type { BuildState } from '../../build/state/state.ts';
import { changesOf } from '../../build/tree/changes.ts';

const date = '2026-03-01';
const page = (path: string, sha256: string) => ({ path, bytes: 1, sha256, date });

/** A state of usc documents, by identifier and hash, and of pages, by path and hash. */
function stateOf(documents: Record<string, string>, pages: Record<string, string>): BuildState {
  const documentStates = Object.entries(documents).map(([identifier, sha256]) => {
    const file = { source: 'usc', path: `usc/${identifier}.md` } as const;
    const timestamps = { size: 1, mtime: 1, ctime: 1 };
    const outputs = Array.from({ length: 3 }, () => ({ bytes: 1, sha256 }));
    return [
      file.path,
      { file, timestamps, record: { identifier, item: '', values: [], keywords: [] }, date, outputs },
    ] as const;
  });
  return { documents: new Map(documentStates), pages: Object.entries(pages).map(entry => page(...entry)) };
}

const [A, B, C] = ['/us/usc/t1/s1', '/us/usc/t1/s2', '/us/usc/t1/s3'];
const LIST = 'api/usc/documents';
const before = stateOf({ [A]: 'a', [B]: 'b' }, { [`${LIST}.json`]: 'l', [`${LIST}/_q/old.json`]: 'o' });
const after = stateOf({ [A]: 'x', [C]: 'c' }, { [`${LIST}.json`]: 'm', [`${LIST}/_q/new.json`]: 'n' });
const files = (name: string) => ['json', 'md', 'txt'].map(extension => `${LIST}/t1/${name}.${extension}`);

const expected = {
  written: [...files('s3'), ...files('s1'), `${LIST}/_q/new.json`, `${LIST}.json`],
  added: [...files('s3'), `${LIST}/_q/new.json`],
  removed: [`${LIST}/_q/old.json`, ...files('s2')],
};

test('documents come before the pages that name them, and go after them; new files come first', () => {
  assert.equal(changesOf(before, after), expected);
});

test('the same changes follow from paths and fingerprints alone', () => {
  const paths = [...files('s1').map(file => page(file, 'a')), ...files('s2').map(file => page(file, 'b'))];
  const published = new Map([...paths, ...before.pages].map(entry => [entry.path, fingerprintOf(entry)]));
  assert.equal(changesOf(published, after), expected);
});

test('a file of another day is another file, though its bytes are the same', () => {
  const moved = stateOf({ [A]: 'a', [B]: 'b' }, {});
  for (const document of moved.documents.values()) document.date = '2026-03-02';
  assert.is(changesOf(stateOf({ [A]: 'a', [B]: 'b' }, {}), moved).written.length, 6);
});

test.run();
