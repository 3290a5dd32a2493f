import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FacetName, SearchFilters, SearchSort } from '../../../../build/contract/search.ts';
import {
  countsStatement,
  filterStatement,
  type Matches,
  matchesStatement,
  orderStatement,
} from '../../../../shim/search/embedded/sql.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import type { QueryTerm } from '../../../../shim/search/query/terms.ts';
import { identifiersOf, openIndex, rowOf } from '../../../helpers/search-index.ts';
import { type FixtureDocument, notice, section } from '../../../search/typesense/fixture.ts';

const DOCUMENTS: readonly FixtureDocument[] = [
  section(17, '2', 'Lamp oil', 'harbor'),
  section(17, '10', 'Harbors', 'Lamps. Oil lamps.'),
  section(18, '1', 'Boats', 'oil of lamps'),
  notice('2018-00002', 'Notice of lamps', 'oil', {
    agency: 'Lamp Office',
    agencies: ['LAMP OFFICE', 'Oil Board'],
  }),
  notice('2017-00001', 'Repeal', 'Boats', { status: 'repealed', agencies: ['Oil board'] }),
];
const S2 = '/us/usc/t17/s2';
const S10 = '/us/usc/t17/s10';
const BOATS = '/us/usc/t18/s1';
const LAMPS = '/us/fr/2018-00002';
const REPEAL = '/us/fr/2017-00001';

const tests = suite('statements of a search');
let index: Awaited<ReturnType<typeof openIndex>>;
let all: number[];
tests.before(async () => {
  index = await openIndex(
    DOCUMENTS,
    `INSERT INTO acts (rowid, names) SELECT id, 'boat lamp act' FROM documents WHERE identifier = '${BOATS}';
     INSERT INTO reference_counts VALUES (${rowOf({ identifier: S10 })}, 0, 3), (${rowOf({ identifier: REPEAL })}, 0, 5);
     INSERT INTO citations VALUES ('part:17:1', ${rowOf({ identifier: S10 })}), ('part:17:1', ${rowOf({ identifier: S2 })})`,
  );
  all = await index.json({ sql: 'SELECT json_group_array(id) FROM documents', parameters: {} });
});
tests.after(() => index.close());

const term = (text: string, isRequired = false): QueryTerm => ({
  text,
  isRequired,
  isBeginning: false,
  variants: [{ kind: 'typed', words: text.split(' ') }],
});

const named = async (ids: readonly number[]) => (await identifiersOf(index, ids)).sort();

async function matches(terms: readonly QueryTerm[], q = 'x') {
  const found = await index.json<Matches>(matchesStatement(terms, analyze(q), q));
  return {
    terms: await Promise.all(found.terms.map(lists => Promise.all(lists.map(named)))),
    excluded: await named(found.excluded),
    required: found.required && (await named(found.required)),
    cited: Object.fromEntries(
      await Promise.all(found.cited.map(async ([id, isOfPart]) => [(await named([id]))[0], isOfPart])),
    ),
  };
}

tests('each term is told anywhere, in labels and in names of acts', async () => {
  assert.equal(await matches([term('lamp'), term('boat'), term('zeppelin')]), {
    terms: [
      [[LAMPS, S10, S2, BOATS].sort(), [LAMPS, S2].sort(), [BOATS]],
      [[REPEAL, BOATS].sort(), [BOATS], [BOATS]],
      [[], [], []],
    ],
    excluded: [],
    required: null,
    cited: {},
  });
  assert.equal((await matches([])).terms, []);
});

tests('all phrases are required, in heading and text, with none excluded word', async () => {
  const phrases = [term('oil lamps', true), term('harbors', true)];
  assert.equal((await matches([term('lamp'), ...phrases])).required, [S10]);
  assert.equal((await matches([term('lamp office', true)])).required, [], 'the name of an agency is no text');
  assert.equal((await matches([], 'lamp -boats -"oil lamps"')).excluded, [REPEAL, S10, BOATS].sort());
  assert.equal((await matches([], 'x -"lamp office"')).excluded, []);
});

tests('what is cited by itself and as a section of a part', async () => {
  assert.equal((await matches([], '17 USC 2')).cited, { [S2]: 0 });
  const statement = matchesStatement(
    [],
    {
      ...analyze('x'),
      citations: ['part:17:1', 'usc:17:2', 'usc:99:9'],
    },
    'x',
  );
  const { cited } = await index.json<Matches>(statement);
  const byName = await Promise.all(cited.map(async ([id, isPart]) => `${(await named([id]))[0]} ${isPart}`));
  assert.equal(byName.sort(), [`${S10} 1`, `${S2} 0`].sort());
});

const NONE: SearchFilters = {
  source: null,
  title_number: null,
  document_type: null,
  agency: null,
  status: null,
  date_from: null,
  date_to: null,
};

tests('filters leave those that pass all of them', async () => {
  const left = async (filters: Partial<SearchFilters>, ids = all) => {
    const statement = filterStatement(ids, { ...NONE, ...filters });
    return statement && named(await index.json(statement));
  };
  assert.is(await left({}), null);
  assert.equal(await left({ source: 'usc' }), [S10, S2, BOATS].sort());
  assert.equal(await left({ source: 'usc', title_number: 18 }), [BOATS]);
  assert.equal(await left({ status: 'repealed' }), [REPEAL]);
  assert.equal(await left({ document_type: 'notice', status: 'in_force' }), [LAMPS]);
  assert.equal(await left({ agency: 'oil BOARD' }), [REPEAL, LAMPS].sort());
  assert.equal(await left({ agency: 'Boats' }), []);
  assert.equal(await left({ date_from: '2018-05-21' }), [LAMPS]);
  assert.equal(await left({ date_from: '2018-05-22' }), []);
  assert.equal(await left({ date_to: '2017-05-21' }), [REPEAL]);
  assert.equal(await left({ source: 'usc' }, []), []);
  assert.equal(await left({ source: 'fr' }, all.slice(0, 1)), await named(all.slice(0, 1)));
});

tests('facets count what is found, the most frequent value first', async () => {
  const counts = (ids: readonly number[], facets: readonly FacetName[]) =>
    index.json(countsStatement(ids, facets));
  assert.equal(await counts(all, ['source', 'status']), [
    ['status', 'in_force', 4],
    ['source', 'usc', 3],
    ['source', 'fr', 2],
    ['status', 'repealed', 1],
  ]);
  assert.equal(await counts(all, ['title_number']), [
    ['title_number', 17, 2],
    ['title_number', 18, 1],
  ]);
  assert.equal(await counts([], ['source']), []);
  const lists = (await counts(all, ['agency'])) as [string, string, number][];
  assert.equal(lists.map(([, agencies, count]) => [JSON.parse(agencies).length, count]).sort(), [
    [1, 1],
    [2, 1],
  ]);
});

tests('without a field, cited ones come first, then the natural order', async () => {
  const order = async (ids: readonly number[], sort: SearchSort | null) =>
    identifiersOf(index, await index.json(orderStatement(ids, sort)));
  assert.equal(await order(all, null), [REPEAL, S10, LAMPS, S2, BOATS]);
  assert.equal(await order(all.toReversed(), null), await order(all, null));
  assert.equal(await order(all, { field: 'identifier', descending: false }), [REPEAL, LAMPS, S2, S10, BOATS]);
  assert.equal(await order(all, { field: 'publication_date', descending: true }), [
    LAMPS,
    REPEAL,
    S2,
    S10,
    BOATS,
  ]);
  assert.equal(await order(all, { field: 'publication_date', descending: false }), [
    REPEAL,
    LAMPS,
    S2,
    S10,
    BOATS,
  ]);
  assert.equal(await order(all, { field: 'title_number', descending: true }), [
    BOATS,
    S2,
    S10,
    REPEAL,
    LAMPS,
  ]);
  assert.equal(await order(all, { field: 'document_number', descending: true }), [
    LAMPS,
    REPEAL,
    S2,
    S10,
    BOATS,
  ]);
  assert.equal(await order([], null), []);
});

tests.run();
