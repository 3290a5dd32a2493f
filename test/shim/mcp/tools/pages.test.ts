import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readResource } from '../../../../shim/mcp/resources.ts';
import type { Json } from '../../../helpers/shim.ts';
import { ADDED, HEADINGS, NOTICES, openTools, type Tools, WITHOUT_PAGE } from './tree.ts';

/** Answers of tools that are larger than one page, or than what is shown. */

let tools: Tools;
test.before(async () => {
  tools = await openTools();
});
test.after(() => tools.close());

/** Goes from page to page as a model does. @returns what all of them list */
async function walk(tool: string, given: Json, field: string, pages: number): Promise<Json[]> {
  const all: Json[] = [];
  let offset: number | null = 0;
  for (let page = 1; offset !== null; page++) {
    assert.ok(page <= pages, `${tool} ${JSON.stringify(given)} has more than ${pages} pages`);
    const answer: Json = await tools.answered(tool, { ...given, offset });
    assert.ok(answer[field].length > 0, `page ${page} has nothing`);
    if (answer.offset !== undefined) assert.is(answer.offset, offset);
    all.push(...answer[field]);
    offset = answer.next_offset;
    if (offset !== null) assert.is(offset, all.length);
    else if (answer.total !== undefined) assert.is(answer.total, all.length);
  }
  return all;
}

test('browse: a month has its documents, a title its chapters, each once', async () => {
  const month = { source: 'fr', year: 2019, month: 10 };
  const documents = await walk('browse', { ...month, limit: 9 }, 'documents', 3);
  assert.is(new Set(documents.map(({ identifier }) => identifier)).size, NOTICES);
  const { months } = await tools.answered('browse', { source: 'fr', year: 2019 });
  assert.equal(
    months.map((each: Json) => [each.month, each.document_count]),
    [[10, NOTICES]],
  );
  assert.match(await tools.refused('browse', { source: 'usc', month: 1 }), /usc has no month/);
  assert.match(await tools.refused('browse', { source: 'fr', month: 10 }), /year is missing/);
  const { years } = await tools.answered('browse', { source: 'fr' });
  const one = await walk('browse', { source: 'fr', limit: 1 }, 'years', years.length);
  assert.equal(one, years);
  assert.ok(years.length > 3);
});

test('changes: builds, and documents since one, have pages', async () => {
  const builds = await walk('changes', { limit: 1 }, 'builds', 2);
  assert.equal(
    builds.map(({ number }) => number),
    [2, 1],
  );
  const documents = await walk('changes', { since: '1', limit: 10 }, 'documents', 3);
  assert.is(new Set(documents.map(({ identifier }) => identifier)).size, ADDED);
  assert.is(documents.filter(({ source }) => source === 'fr').length, NOTICES);
  for (const { change } of documents) assert.is(change, 'added');
  assert.is((await tools.answered('changes', { since: builds[1].build })).number, 2);
});

test('search: pages end with the last hit, and a facet has its twenty largest values', async () => {
  const q = 'gale signal';
  const hits = await walk(
    'search',
    { q, source: 'fr', date_from: '2019-01-01', date_to: '2019-12-31', limit: 10 },
    'hits',
    3,
  );
  assert.is(new Set(hits.map(({ identifier }) => identifier)).size, NOTICES);
  const { facets, total } = await tools.answered('search', {
    q,
    date_from: '2019-10-07',
    date_to: '2019-10-07',
    facets: 'agency',
  });
  assert.is(total, NOTICES);
  const counts = Object.entries<number>(facets.agency);
  assert.is(counts.length, 20);
  assert.equal(counts[0], ['Harbor Office 00', 3]);
  for (const [, count] of counts.slice(1)) assert.is(count, 1);
  const { hits: found } = await tools.answered('search', { q: 'storm cone', limit: 1 });
  assert.match(found[0].passage, /gale signal & a "storm cone"/);
});

test('search: every item of a list is an allowed one', async () => {
  for (const facets of ['agency,colour', ['agency', 'colour'], 'colour'])
    assert.match(await tools.refused('search', { q: 'gale', facets }), /facets: ".*colour"/);
});

test('list_documents: pages have the requested order, the first the total', async () => {
  const filters = { source: 'fr', date_from: '2019-10-07', date_to: '2019-10-07' };
  const up = await tools.answered('list_documents', { ...filters, sort: 'identifier', limit: 50 });
  const down = await tools.answered('list_documents', { ...filters, sort: '-identifier', limit: 50 });
  assert.is(up.total, NOTICES);
  assert.equal(down.documents.toReversed(), up.documents);
  const first = await tools.answered('list_documents', { ...filters, sort: '-identifier', limit: 20 });
  assert.equal([first.total, first.documents.length], [NOTICES, 20]);
  const rest = await tools.answered('list_documents', {
    ...filters,
    sort: '-identifier',
    limit: 20,
    cursor: first.next_cursor,
  });
  assert.equal([rest.total, rest.next_cursor], [undefined, null]);
  assert.equal([...first.documents, ...rest.documents], down.documents);
});

test('read_document: an outline of more than 200 headings has a second page', async () => {
  const document = '2019-20026';
  const headings = await walk('read_document', { document, part: 'outline' }, 'headings', 2);
  assert.is(headings.length, HEADINGS + 1);
  assert.equal(headings.at(-1).title, `Station ${HEADINGS}`);
  const first = await tools.answered('read_document', { document, max_characters: 1000 });
  assert.ok(first.text.length <= 1000 && first.next_offset !== null);
});

test('read_document: a section begins at its beginning for any lower offset', async () => {
  const document = '2019-20026';
  const section = { document, section: 'Station 100' };
  const { text, offset, section_end } = await tools.answered('read_document', section);
  assert.match(text, /^## Station 100\n/);
  assert.is(text.length, section_end - offset);
  assert.is((await tools.answered('read_document', { ...section, offset: 5 })).offset, offset);
  const rest = await tools.answered('read_document', { ...section, offset: offset + 3 });
  assert.is(rest.text, text.slice(3));
  assert.match(
    await tools.refused('read_document', { ...section, offset: section_end }),
    /the section ends at/,
  );
});

test('a journal document without page is cited by its number', async () => {
  const { documents } = await tools.answered('resolve_citation', { citation: WITHOUT_PAGE });
  assert.is(documents[0].citation, `FR Doc. ${WITHOUT_PAGE}`);
});

test('an ambiguous name means all its documents, or that of the given source', async () => {
  const citation = 't1/s1';
  const resolved = async (given: Json): Promise<Json> => {
    const { found_by, total, documents } = await tools.answered('resolve_citation', { citation, ...given });
    return [found_by, total, documents.map(({ identifier }: Json) => identifier)];
  };
  assert.equal(await resolved({}), ['identifier', 2, ['/us/usc/t1/s1', '/us/cfr/t1/s1']]);
  assert.equal(await resolved({ limit: 1 }), ['identifier', 2, ['/us/usc/t1/s1']]);
  assert.equal(await resolved({ source: 'ecfr' }), ['identifier', 1, ['/us/cfr/t1/s1']]);
  assert.equal(await resolved({ citation: '1 CFR part 1', source: 'usc' }), ['none', 0, []]);
  const [by, total, documents] = await resolved({ citation: '1 CFR part 1', source: 'ecfr', limit: 2 });
  assert.equal([by, total, documents.length], ['citation', 4, 2]);
  assert.match(
    await tools.refused('read_document', { document: citation }),
    /names 2 documents.*\/us\/usc\/t1\/s1, \/us\/cfr\/t1\/s1\./,
  );
  const { source } = await tools.answered('read_document', { document: citation, source: 'ecfr' });
  assert.is(source, 'ecfr');
});

test('read_document: a hit of a search is named and not read', async () => {
  const told = await tools.refused('read_document', { document: 'Station 25 Gale Signals Act' });
  assert.match(told, /No document .*A search for it finds \/us\//);
});

test('read_document: the text alone says where the next piece begins', async () => {
  const given = { document: '2019-20026', max_characters: 500 };
  const { next_offset, total_characters } = await tools.answered('read_document', given);
  assert.match(
    await tools.told('read_document', given),
    new RegExp(
      `\\[characters 0 to ${next_offset} of ${total_characters}; go on with offset ${next_offset}\\]$`,
    ),
  );
});

test('resources: a source and a document are read, and no other name', async () => {
  const { sources } = await tools.answered('browse');
  for (const { id, document_count } of sources) {
    assert.ok(document_count > 0);
    assert.match(
      (await readResource(tools.api, `pandect://${id}`)) ?? '',
      new RegExp(`\\. ${document_count} documents; `),
    );
  }
  assert.match((await readResource(tools.api, 'pandect://ecfr/t1/s1')) ?? '', /^# § 1\.1 Definitions/);
  for (const uri of [
    '/us/cfr/t1/s1',
    't17/s106',
    'https://x/api/usc/documents/t17%2Fs106',
    'pandect://usc/t17/s106\ud800',
  ])
    assert.is(await readResource(tools.api, uri), null, uri);
});

test.run();
