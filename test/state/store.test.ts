import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DocumentState } from '../../build/state/document.ts';
import { knownFolders, type StateHeader } from '../../build/state/header.ts';
import { StateStore } from '../../build/state/store.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Where a state is changed until it is committed: in memory, or in a copy. */

const HEADER = { version: 'test' } as StateHeader;

const documentOf = (number: number, more: Partial<DocumentState> = {}): DocumentState => ({
  file: { source: 'usc', path: `usc/title-17/section-${number}.md` },
  timestamps: { size: 1, mtime: 2, ctime: 3 },
  identifier: `/us/usc/t17/s${number}`,
  ...{ aliases: [`/us/usc/t17/a${number}`], part: 'usc/t17', date: '2020-01-01' },
  outputs: [{ bytes: 7, sha256: '00' }],
  ...{ values: [number], keywords: [] },
  ...more,
});

/** A committed state of three documents. */
function committed(): string {
  const file = path.join(temporaryFolder(), 'state');
  const store = StateStore.create(file);
  for (const number of [1, 2, 3]) store.put(documentOf(number));
  store.addIndexes();
  store.commit(HEADER);
  return file;
}

function opened<T>(file: string, use: (store: StateStore) => T): T {
  const store = StateStore.open(file);
  try {
    return use(store);
  } finally {
    store.close();
  }
}

const dateIn = (file: string): string | undefined =>
  opened(file, store => store.withIdentifier('/us/usc/t17/s2')?.date);

const draftOf = (file: string): string => `${file}.next`;

for (const [most, place] of [
  [2, 'memory'],
  [1, 'a copy'],
] as const) {
  test(`changes of two documents, where ${most} may wait in memory, are made in ${place}, and come with the commit`, () => {
    const file = committed();
    const before = fs.readFileSync(file);
    const change = (store: StateStore): void => {
      // Read before: what was prepared for the one file must not be used for the other.
      const [second, third] = [2, 3].map(number => store.get(documentOf(number).file.path));
      store.begin(2, most);
      assert.is(fs.existsSync(draftOf(file)), place === 'a copy');
      store.replace(second as DocumentState, documentOf(2, { date: '2021-01-01' }));
      store.remove(third as DocumentState);
      store.setFolder('usc/title-17', 'other');
      assert.is(store.withIdentifier('/us/usc/t17/s2')?.date, '2021-01-01');
      assert.equal(fs.readFileSync(file), before);
    };
    opened(file, change);
    assert.is(dateIn(file), '2020-01-01');
    assert.not.ok(fs.existsSync(draftOf(file)));
    opened(file, store => {
      change(store);
      store.commit(HEADER);
    });
    assert.is(dateIn(file), '2021-01-01');
    assert.is(knownFolders(file).get('usc/title-17'), 'other');
    assert.equal(
      opened(file, store => store.documentCounts()),
      new Map([['usc/t17', 2]]),
    );
    assert.equal(fs.readdirSync(path.dirname(file)), ['state']);
  });
}

test('the copy of a killed build is removed', () => {
  const file = committed();
  fs.writeFileSync(draftOf(file), 'nonsense');
  opened(file, () => assert.not.ok(fs.existsSync(draftOf(file))));
});

test('a copy that cannot be made leaves the state as it was', () => {
  const file = committed();
  const store = StateStore.open(file);
  fs.mkdirSync(draftOf(file));
  assert.throws(() => store.begin(1, 0));
  store.close();
  fs.rmdirSync(draftOf(file));
  assert.is(dateIn(file), '2020-01-01');
});

test('a row that is replaced is the one that would be put', () => {
  const changes: Partial<DocumentState>[] = [
    { timestamps: { size: 9, mtime: 8, ctime: null } },
    { date: '2022-02-02', outputs: [{ bytes: 1, sha256: 'ff' }] },
    { values: ['a'], keywords: [['b']], aliases: [] },
    { aliases: ['/us/usc/t17/b', '/us/usc/t17/c'] },
    { identifier: '/us/usc/t17/s99' },
    { part: 'usc/t18' },
  ];
  for (const more of changes) {
    const after = documentOf(2, more);
    opened(committed(), store => {
      store.begin(1);
      store.replace(documentOf(2), after);
      assert.equal(store.get(after.file.path), after);
      assert.equal(store.withIdentifier(after.identifier), after);
      assert.equal(
        [...store.inPart(after.part)].filter(({ file }) => file.path === after.file.path),
        [after],
      );
      for (const alias of after.aliases)
        assert.equal(store.aliases.claiming(alias), [{ identifier: after.identifier, part: after.part }]);
      if (!after.aliases.includes('/us/usc/t17/a2'))
        assert.equal(store.aliases.claiming('/us/usc/t17/a2'), []);
      if (after.identifier !== '/us/usc/t17/s2') assert.is(store.withIdentifier('/us/usc/t17/s2'), null);
    });
  }
});

test.run();
