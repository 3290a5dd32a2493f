import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { type Findings, findDocuments, UNIT } from '../../../../build/search/embedded/find/find-documents.ts';
import { foundTerms } from '../../../../build/search/embedded/find/found-terms.ts';
import { bestOf, type Found } from '../../../../build/search/embedded/find/order.ts';
import { Words } from '../../../../build/search/embedded/find/word-rows.ts';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { type FixtureDocument, notice, section } from '../../../helpers/fixture-tree.ts';
import { identifiersOf, openIndex, rowOf } from '../../../helpers/search-index.ts';

const short = (identifier: string) => identifier.split('/').at(-1) as string;

/** Words that all others hold, so that the words of the queries are worth about the same. */
const FILL = Array.from({ length: 60 }, (_, i) => section(50, String(1000 + i), 'Filling', 'fill'));
const DOCUMENTS: readonly FixtureDocument[] = [
  section(17, '1', 'One', 'lamp oil wick tide'),
  section(17, '2', 'Two', 'lamp oil wick'),
  section(17, '3', 'Three', 'lamp oil'),
  section(17, '4', 'Four', 'lamp'),
  section(17, '5', 'Lamp oil', 'nothing'),
  section(18, '6', 'Six', 'the oil of the lamp'),
  notice('2018-00007', 'Seven', 'lamp oil', { status: 'repealed' }),
  section(17, '8', 'Eight', 'buoy'),
  section(17, '9', 'Nine', 'x'),
  section(17, '11', 'Eleven', 'harbor safety act'),
  section(19, '12', 'Partnership', 'x'),
  section(19, '13', 'Thirteen', 'partner'),
  section(19, '14', 'Fourteen', 'partnership'),
  section(17, '10', 'Ten', 'lamp oil wick tide gauge'),
];

const tests = suite('what a query finds');
let index: Awaited<ReturnType<typeof openIndex>>;
tests.before(async () => {
  index = await openIndex(
    [...DOCUMENTS, ...FILL],
    `INSERT INTO acts (rowid, names) VALUES
       (${rowOf({ identifier: '/us/usc/t17/s9' })}, 'harbor safety act'),
       (${rowOf({ identifier: '/us/usc/t17/s8' })}, 'buoy act');
     INSERT INTO citations VALUES ('part:1:77', ${rowOf({ identifier: '/us/usc/t17/s4' })}),
       ('part:1:77', ${rowOf({ identifier: '/us/usc/t17/s9' })}), ('cfr:1:77.1', ${rowOf({ identifier: '/us/usc/t17/s9' })})`,
    [[DOCUMENTS[2], 1]],
  );
});
tests.after(() => index.close());

async function search(parameters: string): Promise<Findings> {
  const query = parseSearchQuery(readParams(parameters));
  const analysis = analyze(query.q);
  const words = new Words(index);
  return findDocuments(index, words, query, analysis, await foundTerms(index, words, analysis));
}

const ALL = { offset: 0, limit: 1000 };

async function found(parameters: string): Promise<(Found & { labels: number })[]> {
  const findings = await search(parameters);
  const documents = bestOf(index.columns, findings, ALL);
  assert.is(documents.length, findings.rows.length);
  return documents.map(document => ({ ...document, labels: findings.labels[document.id]! * UNIT }));
}

const names = async (documents: readonly Found[]) =>
  (
    await identifiersOf(
      index,
      documents.map(({ id }) => id),
    )
  ).map(short);

const namesFound = async (parameters: string) => (await names(await found(parameters))).sort();

const ordered = async (parameters: string, from = ALL) =>
  names(bestOf(index.columns, await search(parameters), from));

tests('documents with two fifths of the best weight are found', async () => {
  const ofFive = await namesFound('q=lamp+oil+wick+tide+gauge+');
  assert.ok(ofFive.includes('s10') && ofFive.includes('s3'));
  assert.not.ok(ofFive.includes('s4'), 'one word of five');
  assert.equal(await namesFound('q=lamp+'), ['2018-00007', 's1', 's10', 's2', 's3', 's4', 's5', 's6']);
  for (const { worth } of await found('q=lamp+oil+wick+tide+gauge+')) {
    const [best] = (await found('q=lamp+oil+wick+tide+gauge+'))
      .map(({ worth }) => worth)
      .sort((a, b) => b - a);
    assert.ok(worth >= (best as number) * 0.4 - 1e-6);
  }
  const { rows, worth } = await search('q=lamp+oil+wick+tide+gauge+');
  const best = Math.max(...worth);
  assert.equal(
    [...rows],
    Array.from(worth.keys()).filter(row => worth[row]! >= best * 0.4),
  );
  assert.ok(
    worth.some(sum => sum > 0 && sum < best * 0.4) && rows.some(row => worth[row]! < best / 2),
    'some are on either side',
  );
});

tests(
  'a word of the same family is looked for in headings, however frequent the word itself is',
  async () => {
    assert.equal(await namesFound('q=partner+'), ['s12', 's13']);
    assert.equal(await namesFound('q=partnership+'), ['s12', 's14']);
  },
);

tests('a sorted query finds only documents with the best weight', async () => {
  assert.equal(await namesFound('q=lamp+oil+wick+&sort=identifier'), ['s1', 's10', 's2']);
  assert.equal(await namesFound('q=lamp+oil+wick+zeppelin+&sort=-publication_date'), ['s1', 's10', 's2']);
  assert.equal(await namesFound('q=lamp+oil+&sort=identifier'), [
    '2018-00007',
    's1',
    's10',
    's2',
    's3',
    's5',
    's6',
  ]);
});

tests('the best weight is that of the filtered documents', async () => {
  assert.not.ok((await namesFound('q=lamp+wick+tide+gauge+')).includes('2018-00007'));
  assert.equal(await namesFound('q=lamp+wick+tide+gauge+&source=fr'), ['2018-00007']);
  assert.equal(await namesFound('q=lamp+oil+wick+tide+gauge+&title_number=18'), ['s6']);
  assert.equal(await namesFound('q=lamp+oil+wick+tide+gauge+&status=repealed&sort=identifier'), [
    '2018-00007',
  ]);
  assert.equal(await namesFound('q=lamp+&source=ecfr'), []);
});

tests('a query with an odd word still finds documents', async () => {
  const without = await namesFound('q=lamp+oil+');
  assert.equal(await namesFound('q=lamp+zeppelinqq+oil+'), without);
  assert.equal(await namesFound('q=zeppelinqq+'), []);
  assert.ok((await namesFound('q=lamp+oil+buoy+')).length > 0, 'no document holds all three');
});

tests('a document whose whole name is the query is among the first', async () => {
  for (const q of ['lamp+oil', 'LAMP,+oil!']) assert.is((await ordered(`q=${q}`))[0], 's5', q);
  assert.not.ok((await found('q=lamp+oil+wick')).some(({ isNamed }) => isNamed));
  assert.equal((await found('q=filling')).filter(({ isNamed }) => isNamed).length, FILL.length);
});

tests('documents without a phrase or with an excluded word are not found', async () => {
  assert.equal(await namesFound('q="lamp+oil+wick"'), ['s1', 's10', 's2']);
  assert.equal(await namesFound('q="oil+wick"+"tide+gauge"+buoy+'), ['s10']);
  assert.equal(await namesFound('q="lamp+zeppelinqq"+lamp+'), []);
  assert.equal(await namesFound('q="of+the"'), ['s6'], 'of function words too');
  assert.equal(await namesFound('q=lamp+-oil'), ['s4']);
  assert.equal(await namesFound('q=lamp+-"oil+wick"'), ['2018-00007', 's3', 's4', 's5', 's6']);
  assert.equal(await namesFound('q="Lamp+oil"+-wick'), ['2018-00007', 's3', 's5']);
});

tests('cited documents are found without their words and come first', async () => {
  assert.is((await ordered('q=17+USC+8'))[0], 's8');
  assert.equal((await ordered('q=17+USC+8+lamp+oil+')).slice(0, 1), ['s8']);
  assert.is(
    (await ordered('q=17+USC+8+lamp+oil+wick+tide+gauge+'))[0],
    's8',
    'with a small part of the words',
  );
  assert.ok((await namesFound('q=17+USC+8+"lamp+oil"')).includes('s8'), 'also without the phrase');
  assert.not.ok((await namesFound('q=17+USC+8+-buoy')).includes('s8'), 'but not with what is excluded');
  assert.not.ok((await namesFound('q=17+USC+8&title_number=18')).includes('s8'));
  assert.ok((await namesFound('q=17+USC+8+lamp+&sort=identifier')).includes('s8'));
});

tests('a section cited by itself comes before the others of its part', async () => {
  assert.equal((await ordered('q=1+CFR+part+77')).slice(0, 2), ['s4', 's9']);
  assert.equal((await ordered('q=1+CFR+part+77+and+1+CFR+77.1')).slice(0, 2), ['s9', 's4']);
});

tests('an act is found by the name that others use', async () => {
  // Section 11 tells of the act.
  assert.equal(await namesFound('q=harbor+safety+act+'), ['s11', 's9']);
  assert.equal((await ordered('q=harbor+safety+act+'))[0], 's9');
  const act = (await found('q=harbor+safety+act+')).find(({ labels }) => labels > 0)!;
  assert.ok(Math.abs(act.worth - act.labels) < 1e-9);
  // What stands in the text too counts once.
  const [buoy] = await found('q=buoy+');
  const [term] = await foundTerms(index, new Words(index), analyze('buoy '));
  for (const worth of [buoy?.worth, buoy?.labels])
    assert.ok(Math.abs((worth as number) - (term?.weight as number)) < UNIT);
});

tests('matches in labels add weight, and more cited documents come first among equals', async () => {
  assert.equal(await ordered('q=lamp+oil+&title_number=17'), ['s5', 's3', 's1', 's2', 's10', 's4']);
});

tests('any slice equals that part of the whole order', async () => {
  const q = 'q=lamp+';
  const whole = await ordered(q);
  assert.equal([...whole].sort(), await namesFound(q));
  for (let offset = 0; offset <= whole.length + 1; offset++)
    for (const limit of [1, 2, 3, 100])
      assert.equal(
        await ordered(q, { offset, limit }),
        whole.slice(offset, offset + limit),
        `${offset}, ${limit}`,
      );
  assert.equal(await ordered('q=zeppelinqq+'), []);
});

tests.run();
