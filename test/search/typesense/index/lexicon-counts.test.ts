import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { References } from '../../../../build/search/typesense/index/connections.ts';
import { type Counted, LexiconCounts } from '../../../../build/search/typesense/index/lexicon-counts.ts';
import type { TypesenseReferences } from '../../../../build/search/typesense/record.ts';

const NONE: TypesenseReferences = { names: [], abbreviations: [] };
const counted = (document: string, rest: Partial<Counted> = {}): Counted => ({
  document,
  stems: '',
  labels: '',
  citations: [`c-${document}`],
  ...rest,
});

function contentOf(...all: Counted[]) {
  const counts = new LexiconCounts();
  const references = new References();
  for (const one of all) {
    counts.add(one);
    references.add(one);
  }
  const sums = counts.content();
  const content = { ...sums, ...references.connections(sums.names) };
  references.close();
  return content;
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
  const cites = ['c-a', 'c-a2', 'c-b', 'c-nowhere'];
  const { citedBy } = contentOf(
    counted('a', { citations: ['c-a', 'c-a2'] }),
    counted('b', { cites }),
    counted('c', { cites }),
  );
  assert.equal(citedBy, [
    ['a', 2],
    ['b', 1],
  ]);
});

test('a name that is mentioned once outside the law is not counted', () => {
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

test('counts that are added and subtracted leave nothing', () => {
  const references = {
    names: [['Oil Act', 'c-a', 2]] as [[string, string, number]],
    abbreviations: [['eha', 'environmental harbor agency']] as [[string, string]],
  };
  const [a, b] = [
    counted('a', { stems: 'oil lamp', labels: 'lamp', references }),
    counted('b', { stems: 'lamp', references }),
  ];
  const counts = LexiconCounts.from(contentOf(a, b));
  counts.add(a, -1);
  assert.equal(counts.content(), LexiconCounts.from(contentOf(b)).content());
  counts.add(b, -1);
  assert.equal(counts.content(), { documents: 0, stems: [], abbreviations: [], names: [] });
});

test.run();
