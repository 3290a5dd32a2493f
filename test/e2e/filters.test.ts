import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agencyKeys } from '../../build/contract/agencies.ts';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Lists: the filters, each against a plain filter over the corpus. */

let shim: Shim;
let documents: CorpusDocument[];
test.before(async () => {
  shim = await startShim(await sampleTree());
  documents = await documentsOf(SAMPLE_CORPUS);
});
test.after(() => shim.close());

const EQUALS: Readonly<Record<string, readonly string[]>> = {
  usc: ['title_number', 'chapter_number', 'status', 'positive_law', 'legal_status'],
  ecfr: ['title_number', 'chapter_number', 'part_number', 'status', 'legal_status'],
  fr: ['document_type'],
};
const RANGES = { date_: 'publication_date', effective_date_: 'effective_date' };

type Metadata = CorpusDocument['metadata'];

/** The identifiers that a list answers, and those that the corpus has, both sorted. */
async function matches(
  source: string,
  query: string,
  wanted: (metadata: Metadata) => boolean,
): Promise<void> {
  const url = `/api/${source}/documents?limit=100&${query}`;
  const { data, pagination } = (await shim.get(url)).json;
  const expected = documents.filter(document => document.source === source && wanted(document.metadata));
  assert.equal(
    data.map((item: Json) => item.identifier).sort(),
    expected.map(({ identifier }) => identifier).sort(),
    url,
  );
  assert.is(pagination.total, expected.length, url);
}

const valuesOf = (source: string, field: string): (string | number | boolean)[] => {
  const values = documents.filter(d => d.source === source).map(({ metadata }) => metadata[field]);
  return [...new Set(values)].filter(value => value !== null) as (string | number | boolean)[];
};

for (const [source, params] of Object.entries(EQUALS)) {
  for (const param of params) {
    test(`${source} filter ${param} finds exactly the documents with the value`, async () => {
      const values = valuesOf(source, param);
      assert.ok(values.length > 0);
      for (const value of values) {
        await matches(source, `${param}=${encodeURIComponent(value)}`, metadata => metadata[param] === value);
      }
    });
  }

  const [first = '', second = ''] = params;
  if (second === '') continue;
  test(`${source} filters combine: a document must pass all of them`, async () => {
    for (const a of valuesOf(source, first)) {
      for (const b of valuesOf(source, second)) {
        const query = `${first}=${encodeURIComponent(a)}&${second}=${encodeURIComponent(b)}`;
        await matches(source, query, metadata => metadata[first] === a && metadata[second] === b);
      }
    }
  });
}

const loosely = (text: unknown): string => String(text).trim().replace(/\s+/g, ' ').toLowerCase();

/** In the words of the corpus: what a document may be found by. */
const WORDS: Readonly<Record<string, (metadata: Metadata) => readonly unknown[]>> = {
  agency: ({ agency, agencies }) => [agency, ...((agencies ?? []) as string[])],
  docket_id: ({ docket_ids }) => docket_ids as string[],
  rin: ({ rin }) => [String(rin).replace('–', '-')],
};

for (const [source, params] of [
  ['ecfr', ['agency']],
  ['fr', ['agency', 'docket_id', 'rin']],
] as const) {
  for (const param of params) {
    test(`${source} filter ${param} finds a document by each of its values, in any case`, async () => {
      const wordsOf = WORDS[param] as (metadata: Metadata) => readonly unknown[];
      const words = documents
        .filter(document => document.source === source)
        .flatMap(({ metadata }) => wordsOf(metadata))
        .filter(word => word !== null && word !== 'null')
        .map(String);
      assert.ok(new Set(words.map(loosely)).size > 3);
      for (const word of new Set(words)) {
        for (const spelling of [word, word.toUpperCase(), ` ${word.toLowerCase()} `]) {
          const keys = (own: unknown) => (param === 'agency' ? agencyKeys(String(own)) : [loosely(own)]);
          await matches(source, `${param}=${encodeURIComponent(spelling)}`, metadata =>
            wordsOf(metadata).some(own => own !== null && keys(own).includes(keys(word)[0] ?? '')),
          );
        }
      }
    });
  }
}

test('a docket is found by its number alone, and a RIN among other words', async () => {
  const has2017 = (metadata: Metadata) => String(metadata.docket_ids).includes('BLS-2017-0511');
  await matches('fr', 'docket_id=bls-2017-0511', has2017);
  await matches('fr', 'rin=RIN+1625-za11', metadata => metadata.rin === '1625-ZA11');
  await matches('fr', 'docket_id=2017-0511', () => false);
});

type Reference = { title: number; parts: string[] };
const referencesOf = ({ cfr_references }: Metadata): Reference[] => cfr_references as unknown as Reference[];

test('fr filters cfr_title and cfr_part together must match in one reference', async () => {
  const references = documents.filter(({ source }) => source === 'fr').flatMap(d => referencesOf(d.metadata));
  const titles = new Set(references.map(({ title }) => title));
  const parts = new Set(references.flatMap(reference => reference.parts));
  assert.ok(titles.size > 3 && parts.size > 5);
  for (const title of titles) {
    await matches('fr', `cfr_title=${title}`, metadata =>
      referencesOf(metadata).some(one => one.title === title),
    );
    for (const part of parts) {
      await matches('fr', `cfr_part=${part}&cfr_title=${title}`, metadata =>
        referencesOf(metadata).some(one => one.title === title && one.parts.includes(part)),
      );
    }
  }
  for (const part of parts)
    await matches('fr', `cfr_part=${part}`, metadata =>
      referencesOf(metadata).some(one => one.parts.includes(part)),
    );
  // 33 CFR 62 and 2 CFR 1000 stand in one document.
  await matches('fr', 'cfr_title=33&cfr_part=1000', () => false);
});

test('fr keyword filters combine with all other filters', async () => {
  await matches(
    'fr',
    'agency=bureau+of+light+stations&cfr_title=33&date_from=2018-01-01&document_type=rule',
    metadata =>
      (metadata.agencies as string[]).some(agency => /^bureau of light stations$/i.test(agency)) &&
      referencesOf(metadata).some(({ title }) => title === 33) &&
      String(metadata.publication_date) >= '2018-01-01' &&
      metadata.document_type === 'rule',
  );
});

for (const [prefix, field] of Object.entries(RANGES)) {
  test(`fr filters ${prefix}from and ${prefix}to are a range of ${field} with both ends`, async () => {
    const dates = [
      '2004-07-22',
      '2018-05-10',
      '2018-06-11',
      '2018-06-12',
      '2020-02-29',
      '2024-12-31',
      '2030-01-01',
    ];
    const inRange = (from: string, to: string) => (metadata: Metadata) => {
      const date = metadata[field];
      return typeof date === 'string' && date >= from && date <= to;
    };
    for (const from of dates) {
      await matches('fr', `${prefix}from=${from}`, inRange(from, '9999'));
      await matches('fr', `${prefix}to=${from}`, inRange('', from));
      for (const to of dates)
        await matches('fr', `${prefix}from=${from}&${prefix}to=${to}`, inRange(from, to));
    }
  });
}

test('a range that is empty or reversed finds nothing', async () => {
  await matches('fr', 'date_from=1999-01-01&date_to=1999-12-31', () => false);
  await matches('fr', 'date_from=2024-01-01&date_to=2018-01-01', () => false);
});

test('a value without documents finds nothing', async () => {
  for (const query of ['title_number=53', 'chapter_number=zz', 'status=nonsense', 'legal_status=x']) {
    await matches('usc', query, () => false);
  }
  await matches('ecfr', 'agency=Nobody', () => false);
});

test('booleans are true, false, 1 and 0', async () => {
  for (const [text, value] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const) {
    await matches('usc', `positive_law=${text}`, metadata => metadata.positive_law === value);
  }
});

test('a filter of another source is ignored', async () => {
  await matches('usc', 'agency=Postal%20Service', () => true);
  await matches('fr', 'title_number=17', () => true);
  await matches('ecfr', 'positive_law=true', () => true);
});

test('values are decoded: %20 and + are spaces, other characters remain', async () => {
  const isCoastal = ({ agencies }: Metadata) =>
    (agencies as string[]).some(agency =>
      ['coastal works department', 'department of coastal works'].includes(loosely(agency)),
    );
  await matches('fr', 'agency=Coastal%20Works%20Department', isCoastal);
  await matches('fr', 'agency=Coastal+Works+Department', isCoastal);
  await matches('fr', 'agency=Department+of+Coastal+Works', isCoastal);
  await matches('fr', '%61gency=Coastal%20Works+Department', isCoastal);
  const odd = 'Office of "Surplus & Salvage" [Coast]';
  await matches('fr', `agency=${encodeURIComponent(odd)}`, ({ agencies }) =>
    (agencies as string[]).includes(odd),
  );
});

test('an invalid value is refused, and the message names parameter, value and allowed values', async () => {
  for (const [url, text] of [
    ['/api/usc/documents?title_number=seventeen', /title_number: "seventeen".*integer/],
    ['/api/usc/documents?title_number=-1', /title_number: "-1".*integer/],
    ['/api/usc/documents?positive_law=maybe', /positive_law: "maybe".*true, false, 1 or 0/],
    [`/api/usc/documents?status=${'x'.repeat(501)}`, /status: "x+….*1 to 500 characters/],
    [
      '/api/fr/documents?document_type=memo',
      /document_type: "memo".*rule, proposed_rule, notice, presidential_document/,
    ],
    ['/api/fr/documents?date_from=2018-02-30', /date_from: "2018-02-30".*YYYY-MM-DD/],
    ['/api/fr/documents?date_to=2018-2-3', /date_to: "2018-2-3".*YYYY-MM-DD/],
    ['/api/fr/documents?effective_date_from=yesterday', /effective_date_from: "yesterday".*YYYY-MM-DD/],
    ['/api/fr/documents?effective_date_to=+', /effective_date_to: " ".*YYYY-MM-DD/],
    ['/api/fr/documents?agency=A&agency=B', /agency.*more than once/],
    ['/api/fr/documents?cfr_title=x', /cfr_title: "x".*integer/],
  ] as const) {
    const { status, json } = await shim.get(url);
    assert.equal([status, json.error.status, json.error.code], [400, 400, 'INVALID_PARAMETER'], url);
    assert.match(json.error.message, text);
  }
});

test.run();
