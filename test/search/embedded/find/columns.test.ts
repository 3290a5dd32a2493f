import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchSort } from '../../../../build/contract/search.ts';
import type { SearchFilters } from '../../../../build/contract/search-filters.ts';
import { membersOf } from '../../../../build/formats/bitmap.ts';
import { facetsOf } from '../../../../build/search/embedded/find/facets.ts';
import { filterRows } from '../../../../build/search/embedded/find/filters.ts';
import type { Findings } from '../../../../build/search/embedded/find/find-documents.ts';
import { bestOf, sortedOf } from '../../../../build/search/embedded/find/order.ts';
import { type FixtureDocument, notice, section } from '../../../helpers/fixture-tree.ts';
import { identifiersOf, openIndex } from '../../../helpers/search-index.ts';

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

const tests = suite('filters, facets and orders over columns');
let index: Awaited<ReturnType<typeof openIndex>>;
tests.before(async () => {
  index = await openIndex(DOCUMENTS, '', [
    [DOCUMENTS[1], 3],
    [DOCUMENTS[4], 5],
  ]);
});
tests.after(() => index.close());

const NONE: SearchFilters = {
  source: null,
  title_number: null,
  document_type: null,
  agency: null,
  status: null,
  date_from: null,
  date_to: null,
  within: null,
};

const all = () => index.columns.alive.slice();

tests('filters leave the documents that pass all of them', async () => {
  const left = async (filters: Partial<SearchFilters>) => {
    const rows = all();
    filterRows(index.columns, rows, { ...NONE, ...filters });
    return (await identifiersOf(index, [...membersOf(rows)])).sort();
  };
  assert.equal(await left({}), [REPEAL, LAMPS, S10, S2, BOATS].sort());
  assert.equal(await left({ source: 'usc' }), [S10, S2, BOATS].sort());
  assert.equal(await left({ source: 'usc', title_number: 18 }), [BOATS]);
  assert.equal(await left({ status: 'repealed' }), [REPEAL]);
  assert.equal(await left({ document_type: 'notice', status: 'in_force' }), [LAMPS]);
  assert.equal(await left({ agency: 'oil BOARD' }), [REPEAL, LAMPS].sort());
  assert.equal(await left({ agency: 'Boats' }), []);
  assert.equal(await left({ date_from: '2018-05-21' }), [LAMPS]);
  assert.equal(await left({ date_from: '2018-05-22' }), []);
  assert.equal(await left({ date_to: '2017-05-21' }), [REPEAL]);
});

tests('facets count found documents, the most frequent value first', () => {
  const counts = facetsOf(
    index.columns,
    membersOf(all()),
    ['source', 'status', 'title_number', 'agency'],
    [],
  );
  assert.equal(
    Object.entries(counts).map(([name, values]) => [name, Object.entries(values)]),
    [
      [
        'source',
        [
          ['usc', 3],
          ['fr', 2],
        ],
      ],
      [
        'status',
        [
          ['in_force', 4],
          ['repealed', 1],
        ],
      ],
      [
        'title_number',
        [
          ['17', 2],
          ['18', 1],
        ],
      ],
      [
        'agency',
        [
          ['Oil Board', 2],
          ['Lamp Office', 1],
        ],
      ],
    ],
  );
  assert.equal(facetsOf(index.columns, new Uint32Array(0), ['source'], []), { source: {} });
  assert.equal(facetsOf(index.columns, membersOf(all()), [], []), {});
});

const findings = (): Findings => ({
  rows: membersOf(all()),
  worth: new Int32Array(index.columns.rows),
  labels: new Int32Array(index.columns.rows),
  named: new Set(),
  cited: new Map(),
});

tests('equal documents are ordered by citations, then naturally', async () => {
  const best = bestOf(index.columns, findings(), { offset: 0, limit: 10 });
  assert.equal(
    await identifiersOf(
      index,
      best.map(({ id }) => id),
    ),
    [REPEAL, S10, LAMPS, S2, BOATS],
  );
  assert.equal(
    await identifiersOf(index, [...index.columns.precedence]),
    [REPEAL, S10, LAMPS, S2, BOATS],
    'the order of all is the same',
  );
});

tests('a document whose name is the query comes first', async () => {
  const [S2Row = 0] = await index.json<number[]>({
    sql: 'SELECT json_group_array(id) FROM documents WHERE identifier = $identifier',
    parameters: { identifier: S2 },
  });
  const [first] = bestOf(index.columns, { ...findings(), named: new Set([S2Row]) }, { offset: 0, limit: 1 });
  assert.equal([first?.id, first?.isNamed], [S2Row, true]);
});

tests(
  'documents of one number stand in the natural order, and in its reverse where all is reversed',
  async () => {
    const alike = await openIndex(
      ['9', '10'].map(number => notice(`2018-${number}`, 'Lamp', 'x', { document_number: '7' })),
    );
    for (const descending of [false, true]) {
      const rows = sortedOf(
        alike.columns,
        { ...findings(), rows: membersOf(alike.columns.alive) },
        { field: 'document_number', descending },
        { offset: 0, limit: 2 },
      );
      const inOrder = ['/us/fr/2018-9', '/us/fr/2018-10'];
      assert.equal(await identifiersOf(alike, rows), descending ? inOrder.toReversed() : inOrder);
    }
    alike.close();
  },
);

tests(
  'a descending order is the exact reverse, including documents without the field and equals',
  async () => {
    const sorted = async (field: SearchSort['field'], descending: boolean) => {
      const whole = sortedOf(index.columns, findings(), { field, descending }, { offset: 0, limit: 10 });
      for (let offset = 0; offset <= 6; offset++)
        for (const limit of [1, 2, 5])
          assert.equal(
            sortedOf(index.columns, findings(), { field, descending }, { offset, limit }),
            whole.slice(offset, offset + limit),
            `${field}, ${offset}, ${limit}`,
          );
      return identifiersOf(index, whole);
    };
    assert.equal(await sorted('identifier', false), [REPEAL, LAMPS, S2, S10, BOATS]);
    assert.equal(await sorted('identifier', true), [BOATS, S10, S2, LAMPS, REPEAL]);
    assert.equal(await sorted('publication_date', true), [LAMPS, REPEAL, BOATS, S10, S2]);
    assert.equal(await sorted('title_number', false), [S2, S10, BOATS, REPEAL, LAMPS]);
    assert.equal(await sorted('document_number', false), [REPEAL, LAMPS, S2, S10, BOATS]);
    for (const field of ['identifier', 'publication_date', 'title_number', 'document_number'] as const)
      assert.equal(await sorted(field, true), (await sorted(field, false)).reverse(), field);
  },
);

tests.run();
