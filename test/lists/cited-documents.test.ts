import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { catalogRecord } from '../../build/formats/catalog.ts';
import { citedDocuments } from '../../build/lists/cited-documents.ts';
import { buildCatalog } from '../helpers/built-catalog.ts';
import { catalogOf, catalogsWith, documentWith } from '../helpers/catalogs.ts';
import { levelOf } from '../helpers/levels.ts';

/** Look-ups of cited documents in catalogs (build/contract/README.md, Citations in a text). */

const [usc, ecfr, fr] = [sourceOf('usc'), sourceOf('ecfr'), sourceOf('fr')];

const SECTIONS = [
  ...['t17/s106', 't17/s106~2', 't17/s106~3', 't17/s106A', 't17/s107~2', 't17/s80a–1', 't17/s80a-1'],
  ...['t17/s651 to 658', 't45/s65, 66', 't5a/pl/92/463/s1', 't5a/pl/95/521/s1', 't18/s1', 't1/s1'],
];
const PAGES: readonly (readonly [number: string, citation: string, last: number | null])[] = [
  ['2018-1', '83 FR 100', 110],
  ['2018-2', '83 FR 102', 102],
  ['2018-3', '83 FR 103', 103],
  ['2018-4', '83 FR 103', 120],
  ['2018-5', '83 FR 1,000', null],
  ['2017-1', '82 FR 90', 200],
  ['2017-2', '82 FR 1030', 1030],
  // Slips: very many that begin on one page and end on one, on different ones, and on a later one.
  ...Array.from({ length: 120 }, (_, i) => [`2019-1${100 + i}`, '84 FR 7', 7] as const),
  ...Array.from(
    { length: 120 },
    (_, i) => [`2019-2${100 + i}`, '84 FR 800', 800 + Math.floor(i / 60)] as const,
  ),
  ...Array.from({ length: 120 }, (_, i) => [`2020-1${100 + i}`, '85 FR 7', 9] as const),
];

const corpus = () => {
  const catalogs = catalogsWith(
    catalogOf(
      usc,
      SECTIONS.map(name =>
        documentWith(usc, `/us/usc/${name}`, {
          display_title: name,
          chapter_number: name.startsWith('t17') ? '5' : null,
        }),
      ),
    ),
    catalogOf(
      ecfr,
      ['t40/s52.220', 't40/s52.221', 't2/s520.1'].map(name =>
        documentWith(ecfr, `/us/cfr/${name}`, { part_number: name.startsWith('t40') ? '52' : '520' }),
      ),
    ),
    catalogOf(
      fr,
      PAGES.map(([number, fr_citation, end_page]) =>
        documentWith(fr, `/us/fr/${number}`, { fr_citation, end_page }),
      ),
    ),
  );
  return citedDocuments(id => catalogs.find(({ source }) => source.id === id)!);
};

const found = async (identifier: string): Promise<string[]> =>
  (await corpus().documents(identifier)).map(document => document.identifier.replace('/us/usc/', ''));

const onPage = async (volume: string, page: string): Promise<string[]> => {
  const { citation } = fr;
  if (citation?.by !== 'page') throw new Error('fr has no pages');
  const documents = await corpus().documentsOnPage({ source: fr, journal: citation, volume, page });
  return documents.map(({ identifier }) => identifier.replace('/us/fr/', ''));
};

test('a document has its address and its title', async () => {
  assert.equal(await corpus().documents('/us/usc/t18/s1'), [
    { identifier: '/us/usc/t18/s1', url: '/api/usc/documents/t18%2Fs1', display_title: 't18/s1' },
  ]);
});

test('duplicates follow their document, and none is found without it', async () => {
  assert.equal(await found('/us/usc/t17/s106'), ['t17/s106', 't17/s106~2', 't17/s106~3']);
  assert.equal(await found('/us/usc/t17/s106~2'), ['t17/s106~2']);
  assert.equal(await found('/us/usc/t17/s107'), []);
});

test('case and dashes make no difference, and the exact spelling is first', async () => {
  assert.equal(await found('/us/usc/t17/s106a'), ['t17/s106A']);
  assert.equal(await found('/us/usc/t17/s80A-1'), ['t17/s80a-1', 't17/s80a–1']);
  assert.equal(await found('/us/usc/t17/s80a–1'), ['t17/s80a–1', 't17/s80a-1']);
});

test('a section in a document of several is found, and none beside them', async () => {
  for (const number of ['651', '652', '658'])
    assert.equal(await found(`/us/usc/t17/s${number}`), ['t17/s651 to 658']);
  for (const number of ['65', '66']) assert.equal(await found(`/us/usc/t45/s${number}`), ['t45/s65, 66']);
  for (const name of ['t17/s650', 't17/s659', 't45/s67', 't45/s651', 't99/s1'])
    assert.equal(await found(`/us/usc/${name}`), []);
});

test('a section of an appendix is found in every law with it, one of a title in its title alone', async () => {
  assert.equal(await found('/us/usc/t5a/s1'), ['t5a/pl/92/463/s1', 't5a/pl/95/521/s1']);
  assert.equal(await found('/us/usc/t5a/s2'), []);
  assert.equal(await found('/us/usc/t5/s1'), []);
});

test('nothing is found for an identifier of no source', async () => {
  assert.equal(await corpus().documents('/us/pl/94/553'), []);
  assert.is(await corpus().hasLevel('/us/pl/94'), false);
});

test('a page has the documents that begin on it, else the one that continues on it', async () => {
  assert.equal(await onPage('83', '100'), ['2018-1']);
  assert.equal(await onPage('83', '101'), ['2018-1']);
  assert.equal(await onPage('83', '102'), ['2018-2']);
  assert.equal(await onPage('83', '103'), ['2018-3', '2018-4']);
  assert.equal(await onPage('83', '104'), ['2018-4']);
  assert.equal(await onPage('83', '121'), []);
  assert.equal(await onPage('83', '1000'), ['2018-5'], 'whatever its separators');
  assert.equal(await onPage('83', '1001'), [], 'without a last page');
  assert.equal(await onPage('83', '99'), [], 'of another volume');
  assert.equal(await onPage('83', '10'), []);
  assert.equal(await onPage('82', '103'), ['2017-1']);
  assert.equal(await onPage('82', '200'), ['2017-1'], 'its last page');
  assert.equal(await onPage('82', '201'), []);
  for (const [volume, page, prefix] of [
    ['84', '7', '2019-1'],
    ['84', '800', '2019-2'],
    ['85', '8', '2020-1'],
  ] as const)
    assert.equal(
      await onPage(volume, page),
      Array.from({ length: 100 }, (_, i) => `${prefix}${100 + i}`),
      'no more than 100',
    );
});

const NAMED: readonly (readonly [name: string, body: string])[] = [
  ['t29/s201', 'This chapter may be cited as the “Fair Lamp Standards Act of 1938”.'],
  ['t29/s301', 'This chapter may be cited as the “Lamp Act of 1974”.'],
  ['t30/s1', 'This title may be cited as the “Lamp Act of 2002”.'],
  ['t31/s1', 'This title may be cited as the “Lamp Actor Act”.'],
];

test('an act is found at the section that gives its name, in any year if none is asked for', async () => {
  const records = NAMED.map(([name, body]) =>
    catalogRecord(usc, name, documentWith(usc, `/us/usc/${name}`), body),
  );
  const catalogs = catalogsWith(buildCatalog(usc, records));
  const { documentsNamed } = citedDocuments(id => catalogs.find(({ source }) => source.id === id)!);
  const named = async (name: string, year = ''): Promise<string[]> =>
    (await documentsNamed({ name, year })).map(({ identifier }) => identifier.slice('/us/usc/'.length));
  assert.equal(await named('fair lamp standards act'), ['t29/s201']);
  assert.equal(await named('fair lamp standards act', '1938'), ['t29/s201']);
  assert.equal(await named('fair lamp standards act', '1939'), []);
  assert.equal(await named('lamp act'), ['t29/s301', 't30/s1']);
  assert.equal(await named('lamp act', '2002'), ['t30/s1']);
  assert.equal(await named('lamp'), []);
});

test('a title or part exists where a document lies in it', () => {
  const { hasLevel } = corpus();
  for (const there of [
    'usc/t17',
    'usc/t5a',
    'usc/T17',
    'usc/t17/ch5',
    'cfr/t40',
    'cfr/t40/p52',
    'cfr/t2/p520',
  ])
    assert.is(hasLevel(`/us/${there}`), true, there);
  for (const missing of ['usc/t5', 'usc/t170', 'usc/t18/ch5', 'usc/t17/ch55', 'usc/t17/p52', 'cfr/t40/p520'])
    assert.is(hasLevel(`/us/${missing}`), false, missing);
  for (const other of ['cfr/t40/p5', 'cfr/t2/p52', 'cfr/t40/spA', 'fr/2018', 'usc/t'])
    assert.is(hasLevel(`/us/${other}`), false, other);
});

/** Documents of the U.S. Code, with the levels of each. */
const codeOf = (...names: readonly string[]) => {
  // Some levels of older corpora have no identifiers.
  const hierarchy = [
    levelOf('title', '5'),
    levelOf('part', 'I', null, '/us/usc/t5/ptI'),
    levelOf('chapter', '5', null, '/us/usc/t5/ptI/ch5'),
    levelOf('subchapter', 'II', null, '/us/usc/t5/ptI/ch5/schII'),
  ];
  const documents = names.map(name => documentWith(usc, `/us/usc/${name}`, { hierarchy }));
  const catalogs = catalogsWith(catalogOf(usc, documents));
  return citedDocuments(id => catalogs.find(({ source }) => source.id === id)!);
};

test('a level is found by its identifier, in any case, and without what is between title and chapter', () => {
  const { hasLevel } = codeOf('t5/s551');
  for (const there of ['t5/ptI', 't5/PTI/ch5/schII', 't5/ptI/ch5/SCHii', 't5/ch5/schII'])
    assert.is(hasLevel(`/us/usc/${there}`), true, there);
  for (const missing of ['t5/schII', 't5/ptI/schII', 't5/ch5/schI', 't5/ptII'])
    assert.is(hasLevel(`/us/usc/${missing}`), false, missing);
  assert.is(codeOf('t4/s1').hasLevel('/us/usc/t5'), false, 'behind the last title');
});

test('between the ends of a range are the sections of its title, unless they are too many', () => {
  const between = (from: string, to: string, most: number, ...more: readonly string[]): string =>
    codeOf('t5/s1', 't5/s1~2', 't5/s2', 't5/s3', 't5/s3A', 't5/s4', 't5/s8–1', 't5/s8A', 't6/s2', ...more)
      .sectionsBetween(`/us/usc/${from}`, `/us/usc/${to}`, most)
      .join(' ')
      .replaceAll('/us/usc/', '');
  assert.is(between('t5/s1', 't5/s4', 3), 't5/s2 t5/s3 t5/s3A');
  assert.is(between('t5/s1', 't5/s4', 2), '');
  assert.is(between('t5/s0', 't5/s3', 3), 't5/s1 t5/s2', 'without its ends');
  assert.is(between('t5/s8-1', 't5/s9', 3), 't5/s8A', 'without its beginning in another spelling');
  assert.is(between('t5/s1', 't6/s4', 9), '');
  const appendices = Array.from({ length: 30 }, (_, i) => `t5/s3/app${i}`);
  assert.is(between('t5/s1', 't5/s4', 3, ...appendices), '', 'nobody has seen all of it');
  assert.is(between('t5/s1', 't5/s4', 4, ...appendices), 't5/s2 t5/s3 t5/s3A');
});

test.run();
