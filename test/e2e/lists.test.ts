import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** build/contract/README.md, Lists: items, sort, fields, limit and offset of the document lists. */

let shim: Shim;
test.before(async () => {
  shim = await startShim(await sampleTree());
});
test.after(() => shim.close());

const SECTION_FIELDS = [
  'display_title',
  'title_number',
  'title_name',
  'section_number',
  'section_name',
  'chapter_number',
  'chapter_name',
];
const ITEM_FIELDS: Readonly<Record<string, readonly string[]>> = {
  usc: [...SECTION_FIELDS, 'legal_status', 'positive_law', 'status'],
  ecfr: [...SECTION_FIELDS, 'part_number', 'part_name', 'agency', 'legal_status', 'status'],
  fr: [
    'display_title',
    'document_number',
    'document_type',
    'publication_date',
    'agency',
    'effective_date',
    'fr_citation',
    'legal_status',
    'status',
  ],
};
const SOURCES = Object.keys(ITEM_FIELDS);

const identifiersOf = async (url: string): Promise<string[]> =>
  (await shim.get(url)).json.data.map((item: Json) => item.identifier);

const message = async (url: string): Promise<string> => {
  const { status, json } = await shim.get(url);
  assert.equal([status, json.error.code], [400, 'INVALID_PARAMETER'], url);
  return json.error.message;
};

for (const source of SOURCES) {
  const url = `/api/${source}/documents`;

  test(`${source} items hold id, identifier, source and the listing metadata, no body`, async () => {
    const { data } = (await shim.get(`${url}?limit=100`)).json;
    for (const item of data) {
      assert.equal(Object.keys(item), ['id', 'identifier', 'source', 'metadata']);
      assert.equal(Object.keys(item.metadata), ITEM_FIELDS[source]);
      assert.is(item.source, source);
    }
  });

  test(`${source} items have the values of the document itself`, async () => {
    const { data } = (await shim.get(`${url}?limit=100`)).json;
    for (const item of data) {
      const document = (await shim.get(`${url}/${encodeURIComponent(item.identifier)}`)).json.data;
      assert.equal([item.id, item.identifier], [document.id, document.identifier]);
      for (const [field, value] of Object.entries(item.metadata)) {
        assert.equal(value, document.metadata[field], `${item.identifier} ${field}`);
      }
    }
  });

  test(`${source}: fields is accepted and has no effect`, async () => {
    const { bytes } = await shim.get(url);
    for (const fields of ['metadata', 'body', 'display_title', 'nothing', '']) {
      assert.equal((await shim.get(`${url}?fields=${fields}`)).bytes, bytes, fields);
    }
  });

  test(`4.2, 8 ${source}: limit is 1 to 100, by default 20, and offset 0 or more`, async () => {
    assert.is((await identifiersOf(url)).length, 20);
    assert.is((await identifiersOf(`${url}?limit=1`)).length, 1);
    assert.is((await shim.get(`${url}?limit=100`)).status, 200);
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '1e1', '0x10', ' 5']) {
      assert.match(await message(`${url}?limit=${encodeURIComponent(limit)}`), /limit: .*from 1 to 100/);
    }
    for (const offset of ['-1', '1.5', 'x']) {
      assert.match(await message(`${url}?offset=${offset}`), /offset: .*from 0 /);
    }
  });

  test(`${source}: an empty parameter counts as missing, except the cursor, which starts a walk`, async () => {
    const { bytes } = await shim.get(url);
    for (const query of ['limit=', 'offset', 'sort=&status=&legal_status', 'fields=&agency=&title_number='])
      assert.equal((await shim.get(`${url}?${query}`)).bytes, bytes, query);
    assert.is((await shim.get(`${url}?cursor`)).json.pagination.total, null);
  });

  test(`${source}: an offset beyond the end gives an empty page`, async () => {
    const { status, json } = await shim.get(`${url}?offset=1000000`);
    assert.is(status, 200);
    assert.equal(json.data, []);
    assert.equal([json.pagination.has_more, json.pagination.next], [false, null]);
    assert.ok(json.pagination.total >= 20);
  });

  test(`${source}: an unknown parameter is ignored, and a repeated one refused`, async () => {
    assert.equal((await shim.get(`${url}?colour=red`)).bytes, (await shim.get(url)).bytes);
    assert.match(await message(`${url}?limit=5&limit=6`), /limit.*more than once/);
  });

  test(`${source}: an unknown sort field is refused, and the allowed ones are named`, async () => {
    for (const sort of ['body', '--identifier', 'IDENTIFIER', '+identifier']) {
      assert.match(await message(`${url}?sort=${encodeURIComponent(sort)}`), /sort: .*one of .*identifier/);
    }
  });
}

test('the default sort is identifier for usc and ecfr, -publication_date for fr', async () => {
  for (const [source, sort] of [
    ['usc', 'identifier'],
    ['ecfr', 'identifier'],
    ['fr', '-publication_date'],
  ]) {
    const url = `/api/${source}/documents`;
    assert.equal((await shim.get(`${url}?sort=${sort}`)).bytes, (await shim.get(url)).bytes, source);
  }
});

test('sort=identifier is the natural order of identifiers', async () => {
  assert.equal(await identifiersOf('/api/usc/documents?title_number=17'), [
    '/us/usc/t17/s101',
    '/us/usc/t17/s106',
    '/us/usc/t17/s106a',
    '/us/usc/t17/s107',
    '/us/usc/t17/s108',
    '/us/usc/t17/s1010',
  ]);
  assert.equal(await identifiersOf('/api/ecfr/documents?title_number=1'), [
    '/us/cfr/t1/s1.1',
    '/us/cfr/t1/s1.2',
    '/us/cfr/t1/s1.10',
    '/us/cfr/t1/s18.4',
  ]);
});

test('fr lists begin with the latest publication date', async () => {
  const dates = (await shim.get('/api/fr/documents')).json.data.map(
    (item: Json) => item.metadata.publication_date,
  );
  assert.equal(dates, [...dates].sort().reverse());
  assert.is(dates[0], '2024-12-31');
});

const SORTS: Readonly<Record<string, readonly string[]>> = {
  usc: ['identifier', 'title_number', 'section_number', 'last_updated'],
  ecfr: ['identifier', 'title_number', 'section_number', 'last_updated'],
  fr: ['publication_date', 'document_number', 'identifier'],
};

/** Numbers within texts by their size, all else by its characters, section signs aside: written anew, apart from the code's own order. */
function naturally(a: string | number, b: string | number): number {
  const parts = (value: string | number): string[] =>
    String(value)
      .replace(/§ /g, '')
      // Appendices stand behind the sections of their part.
      .replace(/\/p(\d+)\/(?=app|table)/, '/s$1.99999/')
      .match(/\d+|\D/g) ?? [];
  const [left, right] = [parts(a), parts(b)];
  for (const [i, part] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    const order = /\d/.test(part) && /\d/.test(other) ? Number(part) - Number(other) : part < other ? -1 : 1;
    if (part !== other && order !== 0) return order;
  }
  return left.length - right.length;
}

for (const source of SOURCES) {
  for (const sort of SORTS[source] ?? []) {
    test(`${source} sort=${sort} ascends, and the prefix - reverses it exactly`, async () => {
      const up = await identifiersOf(`/api/${source}/documents?limit=100&sort=${sort}`);
      const down = await identifiersOf(`/api/${source}/documents?limit=100&sort=-${sort}`);
      assert.equal(down, [...up].reverse());
      const values = await Promise.all(
        up.map(async identifier => {
          const url = `/api/${source}/documents/${encodeURIComponent(identifier)}?fields=${sort}`;
          return (await shim.get(url)).json.data.metadata[sort];
        }),
      );
      assert.ok(new Set(values).size > 1, 'there is something to sort');
      assert.equal(values, [...values].sort(naturally));
    });
  }
}

test('section numbers are sorted by value: 7, 101, 2107', async () => {
  const numbers = (await shim.get('/api/usc/documents?sort=section_number&limit=100')).json.data.map(
    (item: Json) => item.metadata.section_number,
  );
  const places = ['1', '7', '101', '106', '106a', '107', '1010', '2107'].map(number =>
    numbers.indexOf(number),
  );
  assert.equal(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.ok(!places.includes(-1));
});

test('next keeps the filters, sort and limit, and advances the offset', async () => {
  const url = '/api/usc/documents?limit=2&sort=-section_number&positive_law=true&legal_status=sample';
  const next = new URL((await shim.get(`${url}&offset=1`)).json.pagination.next, 'http://x');
  assert.equal(Object.fromEntries(next.searchParams), {
    positive_law: 'true',
    legal_status: 'sample',
    sort: '-section_number',
    limit: '2',
    offset: '3',
  });
});

test.run();
