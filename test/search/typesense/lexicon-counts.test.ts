import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TypesenseReferences } from '../../../build/contract/search/typesense.ts';
import { type Counted, connected, LexiconCounts } from '../../../build/search/typesense/lexicon-counts.ts';

const NONE: TypesenseReferences = { cites: [], names: [], abbreviations: [] };
const counted = (document: string, rest: Partial<Counted> = {}): Counted => ({
  document,
  stems: '',
  labels: '',
  citations: [`c-${document}`],
  ...rest,
});

function contentOf(...all: Counted[]) {
  const counts = new LexiconCounts();
  for (const one of all) counts.add(one);
  return { ...counts.content(), ...connected(counts.references) };
}

test('stems are counted by document, in an order that the documents do not change', () => {
  const [a, b] = [counted('a', { stems: 'oil lamp', labels: 'lamp' }), counted('b', { stems: 'lamp' })];
  const expected = [
    ['lamp', 2, 1],
    ['oil', 1, 0],
  ];
  assert.equal(contentOf(a, b).stems, expected);
  assert.equal(contentOf(b, a).stems, expected);
  assert.is(contentOf(a, b).documents, 2);
});

test('a document counts once for each that cites it, and never for itself', () => {
  const cites = { ...NONE, cites: ['c-a', 'c-a2', 'c-b', 'c-nowhere'] };
  const { citedBy } = contentOf(
    counted('a', { citations: ['c-a', 'c-a2'] }),
    counted('b', { references: cites }),
    counted('c', { references: cites }),
  );
  assert.equal(citedBy, [
    ['a', 2],
    ['b', 1],
  ]);
});

test('a name that was read once, and not where the law gives it, is none', () => {
  const naming = (name: string, weight: number) => ({
    ...NONE,
    names: [[name, 'c-a', weight]] as [[string, string, number]],
  });
  const { acts } = contentOf(
    counted('a'),
    counted('b', { references: naming('Oil Act', 1) }),
    counted('c', { references: naming('Oil Act', 1) }),
    counted('d', { references: naming('Slip Act', 1) }),
    counted('e', { references: naming('Lamp Act', 2) }),
  );
  assert.equal(acts, [
    ['a', 'Lamp Act'],
    ['a', 'Oil Act'],
  ]);
});

test('abbreviations are counted by document', () => {
  const references = {
    ...NONE,
    abbreviations: [['eha', 'environmental harbor agency']] as [[string, string]],
  };
  const { abbreviations } = contentOf(
    counted('a', { references }),
    counted('b', { references }),
    counted('c'),
  );
  assert.equal(abbreviations, [['eha', 'environmental harbor agency', 2]]);
});

test.run();
