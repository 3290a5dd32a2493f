import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { columnFields, LEVELS_COLUMN, PAGES_COLUMN } from '../../build/formats/catalog.ts';
import { ReferenceChanges } from '../../build/references/changes.ts';
import { scopeOf } from '../../build/references/scopes.ts';
import { documentSubject } from '../../build/references/subjects.ts';
import type { DocumentState } from '../../build/state/document.ts';
import { StateStore } from '../../build/state/store.ts';
import type { WrittenReference } from '../../build/state/written-reference.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const usc = sourceOf('usc');
const COLUMNS = columnFields(usc);

let store: StateStore;
test.before.each(() => {
  store = StateStore.create(join(temporaryFolder(), 'state'));
  store.addIndexes();
});
test.after.each(() => store.close());

const identifierOf = (number: string): string => `/us/usc/t17/s${number}`;
const subjectOf = (number: string): string => documentSubject(usc, identifierOf(number));

const document = (
  number: string,
  { file = number, aliases = [] as string[], columns = {} as Record<string, string> } = {},
): DocumentState => ({
  file: { source: 'usc', path: `usc/title-17/section-${file}.md` },
  timestamps: { size: 1, mtime: 1, ctime: 1 },
  identifier: identifierOf(number),
  aliases,
  part: 'usc/t17',
  date: '2020-01-01',
  outputs: [],
  values: COLUMNS.map(field => columns[field] ?? null),
  keywords: [],
});

const citing = (...numbers: string[]): WrittenReference[] =>
  numbers.map(number => ({ written: identifierOf(number), place: 'text', count: 1, pinpoints: [] }));

const citedIn = (number: string): string[] =>
  store.references.writtenIn(subjectOf(number)).map(({ written }) => written);

/** Gives all that is written a meaning. */
function lookUp(): void {
  for (const { id, written } of store.references.meanings(null))
    store.references.setTargets([{ id, target: documentSubject(usc, written), further: null }]);
}

const noted = ({ touched, edited, restated, scopes }: ReferenceChanges) => ({
  ...{ touched: [...touched].sort(), edited: [...edited], restated: [...restated], scopes: [...scopes] },
});

const NOTHING = { touched: [], edited: [], restated: [], scopes: [] };
const SCOPE = scopeOf('/us/usc/t17');

/** Changes of a state in which 106 cites 107 and 108. */
function changes(): ReferenceChanges {
  new ReferenceChanges(store.references, true).enter(document('106'), citing('107', '108'), null, true);
  lookUp();
  return new ReferenceChanges(store.references, false);
}

test('where everything is made anew, references are kept and nothing is noted', () => {
  const afresh = new ReferenceChanges(store.references, true);
  afresh.enter(document('106'), citing('107'), null, true);
  afresh.enter(document('108'), citing('106'), null, true);
  afresh.remove(document('108'));
  assert.equal(noted(afresh), NOTHING);
  assert.equal([citedIn('106'), citedIn('108')], [[identifierOf('107')], []]);
});

test('of documents with one identifier the references of that remain which is entered again', () => {
  const afresh = new ReferenceChanges(store.references, true);
  afresh.enter(document('106', { file: 'a' }), citing('107', '108'), null, true);
  afresh.enter(document('106', { file: 'b' }), citing('109'), null, true);
  for (const file of ['a', 'b']) afresh.remove(document('106', { file }));
  afresh.enter(document('106', { file: 'a' }), citing('107'), null, true);
  assert.equal(citedIn('106'), [identifierOf('107')]);
});

test('what is written is kept as it is, and looked up once', () => {
  const written = [
    '/us/usc/t17/s§ "1\\\'',
    '/us/usc/t17/s80a–1\n/us/cfr/t17/s80a–1',
    '83 FR 1',
    '/us/usc/t17/s😀',
  ];
  const references = written.map(
    (each, i): WrittenReference => ({
      ...{ written: each, place: 'note', count: i + 1 },
      pinpoints: i % 2 === 0 ? [] : [['a', '"'], ['1']],
    }),
  );
  const byText = (all: readonly WrittenReference[]) =>
    [...all].sort((a, b) => (a.written < b.written ? -1 : 1));
  const afresh = new ReferenceChanges(store.references, true);
  for (const number of ['106', '107']) afresh.enter(document(number), references, null, true);
  for (const number of ['106', '107'])
    assert.equal(byText(store.references.writtenIn(subjectOf(number))), byText(references));
  const meanings = [...store.references.meanings(null)];
  assert.equal(meanings.map(meaning => meaning.written).sort(), [...written].sort());
  lookUp();
  const inVolume = [...store.references.meanings([scopeOf('83 FR 1')])];
  assert.equal(
    inVolume.map(meaning => meaning.written),
    ['83 FR 1'],
  );
});

test('a document without any change notes nothing, whatever the order of its references', () => {
  const made = changes();
  made.enter(document('106'), citing('108', '107'), document('106'), false);
  assert.equal(noted(made), NOTHING);
});

test('another title is noted alone', () => {
  const made = changes();
  made.enter(document('106'), citing('107', '108'), document('106'), true);
  assert.equal(noted(made), { ...NOTHING, restated: [subjectOf('106')] });
});

test('other references touch the document, and what it has cited', () => {
  const made = changes();
  made.enter(document('106'), citing('107', '109'), document('106'), false);
  assert.equal(noted(made), {
    ...NOTHING,
    touched: ['106', '107', '108'].map(subjectOf),
    edited: [subjectOf('106')],
  });
  assert.equal(citedIn('106').sort(), ['107', '109'].map(identifierOf));
});

test('another place, number or paragraph is another reference', () => {
  const [first, ...others] = citing('107', '108');
  for (const other of [
    { ...first, place: 'note' },
    { ...first, count: 2 },
    { ...first, pinpoints: [['a']] },
  ] as WrittenReference[]) {
    store.close();
    store = StateStore.create(join(temporaryFolder(), 'state'));
    const made = changes();
    made.enter(document('106'), [other, ...others], document('106'), false);
    assert.equal(noted(made).edited, [subjectOf('106')]);
    assert.equal(
      store.references.writtenIn(subjectOf('106')).find(({ written }) => written === other.written),
      other,
    );
  }
});

test('a new document may be what was cited before', () => {
  const made = changes();
  made.enter(document('107'), [], null, true);
  assert.equal(noted(made), { ...NOTHING, restated: [subjectOf('107')], scopes: [SCOPE] });
});

test('a removed document touches what it has cited, and its names are looked up again', () => {
  const made = changes();
  made.remove(document('106', { aliases: ['/us/usc/t18/s1'] }));
  assert.equal(noted(made), {
    touched: ['106', '107', '108'].map(subjectOf),
    edited: [subjectOf('106')],
    restated: [],
    scopes: [SCOPE, scopeOf('/us/usc/t18')],
  });
  assert.equal(citedIn('106'), []);
});

test('other names, pages, levels or another number make names be looked up again, before and after', () => {
  for (const [before, after, scopes] of [
    [{ aliases: ['/us/usc/t18/s1'] }, {}, [SCOPE, scopeOf('/us/usc/t18')]],
    [{}, { aliases: ['/us/usc/t18/s1'] }, [SCOPE, scopeOf('/us/usc/t18')]],
    [{}, { columns: { section_number: '7' } }, [SCOPE]],
    [{}, { columns: { [LEVELS_COLUMN]: '[]' } }, [SCOPE]],
    [{}, { columns: { status: 'repealed' } }, []],
  ] as const) {
    store.close();
    store = StateStore.create(join(temporaryFolder(), 'state'));
    const made = changes();
    made.enter(
      document('106', before as object),
      citing('107', '108'),
      document('106', after as object),
      false,
    );
    assert.equal([...made.scopes].sort(), [...scopes].sort(), JSON.stringify([before, after]));
  }
  assert.ok(columnFields(sourceOf('fr')).includes(PAGES_COLUMN));
});

test('a file with another document removes the one that it had', () => {
  const made = changes();
  made.enter(document('109', { file: '106' }), citing('107'), document('106'), true);
  assert.equal([citedIn('106'), citedIn('109')], [[], [identifierOf('107')]]);
  assert.ok(made.touched.has(subjectOf('106')));
});

test('files that change places keep the references of both documents', () => {
  const made = changes();
  const [first, second] = [document('106'), document('110')];
  made.enter({ ...second, file: first.file }, citing('111'), first, true);
  made.enter({ ...first, file: second.file }, citing('107', '108'), second, true);
  assert.equal(citedIn('106').sort(), ['107', '108'].map(identifierOf));
  assert.equal(citedIn('110'), [identifierOf('111')]);
});

test('both of two documents with one identifier are removed, in any order', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    store.close();
    store = StateStore.create(join(temporaryFolder(), 'state'));
    const made = changes();
    const both = ['a', 'b'].map(file => document('110', { file }));
    for (const one of both) made.enter(one, citing('111'), null, true);
    for (const i of order) made.remove(both[i] as DocumentState);
    assert.equal(citedIn('110'), []);
  }
});

test.run();
