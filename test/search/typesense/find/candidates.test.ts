import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchDocument } from '../../../../build/search/documents/search-document.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { queryTerms } from '../../../../build/search/query/query-terms.ts';
import { Candidates } from '../../../../build/search/typesense/find/candidates.ts';
import type { Facts } from '../../../../build/search/typesense/find/known-words.ts';
import type { ReturnedRecord } from '../../../../build/search/typesense/find/request.ts';
import { recordsOf } from '../../../../build/search/typesense/index/records.ts';

/** That it fits what searches return is for the compiler to see. */
type DocumentRecord = Exclude<ReturnType<typeof recordsOf>[number], { long_text: string[] }> & {
  words?: string;
};

const recordWith = (number: number, heading: string, body: string): ReturnedRecord & { words?: string } => {
  const identifier = `/us/usc/t1/s${number}`;
  const document: SearchDocument = {
    ...{ id: `us-usc-t1-s${number}`, source: 'usc', identifier, heading, body },
    ...{ title_number: 1, title_name: 'Lights', status: 'in_force', url: '', document_type: null },
    ...{ publication_date: null, hierarchy: [], cited_by_count: 0, agencies: [], granularity: 'section' },
    filtered: { source: 'usc', title_number: 1, document_type: null, status: 'in_force' },
    ...{ levels: [], about: [], citations: [] },
    sortKeys: { identifier, document_number: null },
  };
  return recordsOf(document, 'hash', 'part').at(-1) as DocumentRecord;
};

const FACTS: Facts = () => ({ holding: 2, labelled: 1, long: [] });

/** Further back than a signature reaches. */
const filled = (words: number): string => `${'filler '.repeat(words)}lamps`;

test('a word counts wherever it is in a short text or a long one', async () => {
  for (const words of [400, 2000]) {
    const records = [recordWith(1, 'First', 'filler '.repeat(words)), recordWith(2, 'Second', filled(words))];
    assert.is(records[1]?.words !== undefined, words > 700);
    const candidates = new Candidates(records, 100, FACTS);
    const terms = candidates.weighted(await queryTerms(analyze('lamp '), candidates));
    assert.is(candidates.ranked(terms, 'lamp ')[0]?.heading, 'second');
  }
});

test('a name comes first that is the query word for word, whatever its citation, case and punctuation', async () => {
  const headings = ['1 USC § 1 - Lamps of harbors.', '1 USC § 2 - Lamp of harbors.'];
  for (const q of ['lamps of harbors ', 'LAMP OF HARBORS ']) {
    const candidates = new Candidates(
      headings.map((heading, i) => recordWith(i + 1, heading, 'Text.')),
      100,
      FACTS,
    );
    const terms = candidates.weighted(await queryTerms(analyze(q), candidates));
    const [first] = candidates.ranked(terms, q);
    assert.is(JSON.parse(first!.hit).heading.toLowerCase().endsWith(` ${q.trim().toLowerCase()}.`), true, q);
  }
});

test('a word is as frequent as it is among the candidates, in headings, at the beginning of texts and behind it', async () => {
  const weight = async (texts: readonly string[], holding: number) => {
    const records = texts.map((text, i) => recordWith(i + 1, text === '' ? 'Lamps' : 'Filler', text));
    const candidates = new Candidates(records, 100, () => ({ holding, labelled: 1, long: [] }));
    return candidates.weighted(await queryTerms(analyze('lamp '), candidates))[0]?.weight;
  };
  const texts = ['lamps', filled(400), 'lamps', filled(2000), 'filler', ''];
  assert.is(await weight(texts, 2), await weight([], 5));
  assert.is.not(await weight([], 4), await weight([], 5));
});

test('a misspelled word is corrected to one of a heading, an unfinished one is left', async () => {
  const candidates = new Candidates([recordWith(1, 'Harbor lights', 'Text.')], 100, FACTS);
  assert.is(await candidates.nearest('harbr', false), 'harbor');
  assert.is(await candidates.nearest('harb', true), null);
  assert.equal(await candidates.startingWith('harb', 5), ['harbor']);
});

test.run();
