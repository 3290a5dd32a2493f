import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { columnFields, PAGES_COLUMN } from '../../build/formats/catalog.ts';
import { scopeOf, scopeOfIdentifier, scopesOf } from '../../build/references/scopes.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');
const fr = sourceOf('fr');

/** The columns of a document. */
const values = (source: typeof usc, pages: string | null) =>
  columnFields(source).map(field => (field === PAGES_COLUMN ? pages : null));

test('what is written has the scope of the documents that it may mean', () => {
  for (const [written, source, identifier] of [
    ['/us/usc/t17/s106', usc, '/us/usc/t17/s107'],
    ['/us/usc/t17', usc, '/us/usc/t17/s107'],
    ['/us/usc/t17/ch1', usc, '/us/usc/t17/s107'],
    ['/us/usc/t17/s106\n/us/cfr/t17/s106', ecfr, '/us/cfr/t17/s106'],
    ['/us/cfr/t2/s180\n/us/cfr/t2/p180', ecfr, '/us/cfr/t2/p180'],
    ['/us/usc/t5A/s1', usc, '/us/usc/t5a/s1'],
    ['/us/usc/t5/s1', usc, '/us/usc/t05/s1'],
    ['/us/fr/2018-09910', fr, '/us/fr/2018–09910'],
  ] as const) {
    assert.is(scopeOf(written), scopeOfIdentifier(source, identifier), written);
    assert.ok(scopesOf(source, [identifier], values(source, null)).includes(scopeOf(written)), written);
  }
  assert.is.not(scopeOf('/us/usc/t5/s1'), scopeOf('/us/usc/t5a/s1'));
  assert.is.not(scopeOf('/us/usc/t1/s7'), scopeOf('/us/usc/t17/s1'));
});

test('a page has the scope of its volume, which is that of the documents in it', () => {
  assert.is(scopeOf('83 FR 21707'), '83 FR');
  assert.equal(scopesOf(fr, ['/us/fr/2018-09910'], values(fr, '83/21707/21709')), [
    scopeOf('/us/fr/2018-09910'),
    scopeOf('83 FR 1'),
  ]);
  assert.equal(scopesOf(fr, ['/us/fr/2018-09910'], values(fr, null)), [scopeOf('/us/fr/2018-09910')]);
});

test('a document has a scope for each of its names', () => {
  assert.equal(scopesOf(usc, ['/us/usc/t17/s1', '/us/usc/t18/s2'], values(usc, null)), [
    scopeOf('/us/usc/t17'),
    scopeOf('/us/usc/t18'),
  ]);
});

test('laws that no source has are in no scope', () => {
  for (const written of ['/us/pl/94/553', '/us/stat/90/2541', '/us/act/1947-07-30/ch388'])
    assert.is(scopeOf(written), '', written);
});

test.run();
