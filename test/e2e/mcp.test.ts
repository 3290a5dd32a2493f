import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DOCUMENT_TYPES, SOURCES } from '../../build/contract/sources.ts';
import { configureEngine } from '../../shim/search/configure.ts';
import { answered, call, connected, httpTransport, refused } from '../helpers/mcp.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** Every tool and resource, asked by the SDK's own client over HTTP (shim/README.md, MCP). */

let shim: Shim;
let client: Client;
test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist, engine: configureEngine(dist, null) });
  client = await connected(httpTransport(shim.port, shim.key));
});
test.after(async () => {
  await client.close();
  await shim.close();
});

const identifiersOf = (items: Json[]): string[] => items.map(({ identifier }) => identifier);

test('the server has a name and instructions', () => {
  assert.is(client.getServerVersion()?.name, 'pandect');
  assert.equal(client.getServerCapabilities(), { tools: {}, resources: {} });
  for (const { namespace } of SOURCES) assert.ok(client.getInstructions()?.includes(namespace), namespace);
});

test('every tool describes its parameters, with the enums of the table of sources', async () => {
  const { tools } = await client.listTools();
  const byName = Object.fromEntries(tools.map((tool: Json) => [tool.name, tool]));
  assert.equal(Object.keys(byName), [
    'search',
    'read_document',
    'resolve_citation',
    'list_documents',
    'browse',
    'read_level',
    'references',
    'versions',
    'history',
    'changes',
  ]);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools as Json[]) {
    // The client holds every answer of the tests below against it.
    assert.is(outputSchema.type, 'object', name);
    assert.ok(Object.keys(outputSchema.properties).length > 2, name);
    assert.ok(description.length > 50, name);
    assert.is(annotations.readOnlyHint, true);
    assert.is(inputSchema.additionalProperties, false);
    for (const [parameter, schema] of Object.entries<Json>(inputSchema.properties))
      assert.ok(schema.description.length > 10, `${name}.${parameter}`);
  }
  assert.equal(byName.search.inputSchema.properties.document_type.enum, [...DOCUMENT_TYPES]);
  assert.equal(
    byName.browse.inputSchema.properties.source.enum,
    SOURCES.map(({ id }) => id),
  );
  const { properties } = byName.list_documents.inputSchema;
  for (const { filters, sorts } of SOURCES) {
    for (const { param } of filters) assert.ok(properties[param], param);
    for (const sort of sorts) assert.ok(properties.sort.enum.includes(`-${sort}`), sort);
  }
});

test('search: hits have identifier, heading, citation, address and a plain passage', async () => {
  const { hits, total, next_offset, facets } = await answered(client, 'search', { q: 'keeper’s log copies' });
  assert.ok(hits.length <= 8 && total >= hits.length);
  assert.is(facets, undefined);
  const hit = hits.find(({ identifier }: Json) => identifier === '/us/usc/t17/s106');
  assert.equal([hit.source, hit.citation, hit.status], ['usc', '17 USC § 106', 'in_force']);
  assert.match(hit.heading, /^17 USC § 106 - Exclusive rights/);
  assert.is(hit.url, '/usc/title-17/chapter-1/section-106');
  assert.match(hit.passage, /log/);
  assert.not.match(hit.passage, /<mark>|&amp;|&#39;/);
  assert.is(next_offset, hits.length < total ? hits.length : null);
});

test('search: filters, order, facets and pages work', async () => {
  const q = 'lighthouse';
  const all = await answered(client, 'search', {
    q,
    limit: 25,
    facets: ['source', 'agency'],
    sort: 'identifier',
  });
  const last = await answered(client, 'search', { q, limit: 25, offset: all.total - 1 });
  assert.equal([last.hits.length, last.next_offset], [1, null]);
  const counts = Object.values<number>(all.facets.source);
  assert.is(
    counts.reduce((sum, count) => sum + count),
    all.total,
  );
  assert.equal(Object.keys(all.facets), ['source', 'agency']);
  const first = await answered(client, 'search', { q, limit: 1, sort: 'identifier' });
  const second = await answered(client, 'search', {
    q,
    limit: 1,
    sort: 'identifier',
    offset: first.next_offset,
  });
  assert.equal(identifiersOf([...first.hits, ...second.hits]), identifiersOf(all.hits).slice(0, 2));
  const rules = await answered(client, 'search', {
    q,
    source: 'fr',
    document_type: 'rule',
    date_from: '2018-01-01',
  });
  assert.ok(rules.hits.length > 0);
  for (const { source, publication_date } of rules.hits)
    assert.ok(source === 'fr' && publication_date >= '2018-01-01');
});

test('read_document: any spelling of an identifier, or a citation, finds the document', async () => {
  const shim106 = `http://127.0.0.1:${shim.port}`;
  const spellings: Record<string, readonly string[]> = {
    '/us/usc/t17/s106': [
      ...['/us/usc/t17/s106', 'us/usc/t17/s106', 't17/s106', 't17%2Fs106', 'us-usc-t17-s106', ' t17/s106 '],
      ...['pandect://usc/t17/s106', 'pandect://usc/t17%2Fs106', '/usc/title-17/chapter-1/section-106'],
      ...[`${shim106}/api/usc/documents/t17%2Fs106`, '/api/usc/documents//us/usc/t17/s106?format=text'],
      ...['17 U.S.C. § 106', '17 USC 106', 'section 106 of title 17, United States Code', '17 U.S.C. 106(4)'],
    ],
    '/us/cfr/t1/s1.1': ['/us/cfr/t1/s1.1', 't1/s1.1', '1 CFR 1.1', '1 C.F.R. § 1.1', 'us-cfr-t1-s1.1'],
    '/us/usc/t30/s28–1': ['30 U.S.C. 28-1', '30 USC § 28–1', 't30/s28–1'],
    '/us/usc/t17/s106a': ['17 USC 106A'],
    '/us/fr/E8-23190': ['E8-23190', 'FR Doc. e8-23190'],
    '/us/fr/2018-09910': [
      '2018-09910',
      '/us/fr/2018-09910',
      '83 FR 21707',
      '83 Fed. Reg. 21,707',
      'FR Doc. 2018-09910',
    ],
    '/us/usc/t45/s65, 66': ['t45/s65, 66', '45 U.S.C. 66'],
    '/us/usc/t30/s1101...1164': ['30 U.S.C. 1110', '/us/usc/t30/s1101...1164'],
  };
  for (const [identifier, names] of Object.entries(spellings))
    for (const document of names)
      assert.is((await answered(client, 'read_document', { document })).identifier, identifier, document);
});

test('read_document: the text is complete, at once or in pieces', async () => {
  const { json } = await shim.get('/api/usc/documents/t17%2Fs106');
  const { body } = json.data;
  const { structured: whole, text } = await call(client, 'read_document', { document: 't17/s106' });
  assert.equal([whole.text, whole.total_characters, whole.next_offset], [body, body.length, null]);
  assert.ok(text.includes(body) && text.includes('17 USC § 106') && text.endsWith('the end]'));
  const pieces: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: Json = await answered(client, 'read_document', {
      document: 't17/s106',
      offset,
      max_characters: 100,
    });
    assert.ok(piece.text.length <= 100);
    assert.is(piece.offset, offset);
    pieces.push(piece.text);
    offset = piece.next_offset;
  }
  assert.ok(pieces.length > 5);
  assert.is(pieces.join(''), body);
});

test('read_document: metadata, outline, a heading and a paragraph can be read', async () => {
  const document = '17 USC 106';
  const { metadata } = await answered(client, 'read_document', { document, part: 'metadata' });
  assert.equal([metadata.title_number, metadata.section_number], [17, '106']);
  const { headings, total } = await answered(client, 'read_document', { document, part: 'outline' });
  assert.is(headings.length, total);
  const amendments = headings.find(({ title }: Json) => title === 'Amendments');
  const section = await answered(client, 'read_document', { document, section: 'amendments' });
  assert.equal([section.offset, section.section], [amendments.offset, 'Amendments']);
  assert.match(section.text, /^### Amendments\n[\s\S]*twenty-five years/);
  assert.not.match(section.text, /Historical and Revision/);
  const paragraph = await answered(client, 'read_document', { document, section: '(3)' });
  assert.match(paragraph.text, /^\*\*\(3\)\*\* part with copies/);
  assert.not.match(paragraph.text, /read the work aloud/);
  await refused(
    client,
    'read_document',
    { document, section: 'Appendix Q' },
    /no section "Appendix Q".*"Amendments"/,
  );
  await refused(
    client,
    'read_document',
    { document, offset: 1e9 },
    /no text at the offset 1000000000.*ends at \d+/,
  );
});

test('read_document: a missing or ambiguous document is an error with suggestions', async () => {
  await refused(client, 'read_document', { document: 't17/s999' }, /No document .*"t17\/s999"/);
  await refused(
    client,
    'read_document',
    { document: '17 U.S.C. 99999' },
    /No document .*"17 U\.S\.C\. 99999"/,
  );
  await refused(client, 'read_document', { document: '../../etc/passwd' }, /No document/);
  await refused(client, 'read_document', { document: 'pandect://usc' }, /No document/);
  await refused(
    client,
    'read_document',
    { document: '1 CFR part 1' },
    /names 3 documents.*\/us\/cfr\/t1\/s1\.1/,
  );
  assert.is((await answered(client, 'read_document', { document: 't1/s1', source: 'usc' })).source, 'usc');
});

test('resolve_citation: exact citations, parts, dockets, RINs and names are resolved', async () => {
  const resolved = async (citation: string, more: Json = {}): Promise<Json> => {
    const { found_by, total, documents } = await answered(client, 'resolve_citation', { citation, ...more });
    return [found_by, total, identifiersOf(documents)];
  };
  assert.equal(await resolved('17 U.S.C. § 107'), ['citation', 1, ['/us/usc/t17/s107']]);
  assert.equal(await resolved('83 FR 21707'), ['citation', 1, ['/us/fr/2018-09910']]);
  assert.equal(await resolved('t17/s106'), ['identifier', 1, ['/us/usc/t17/s106']]);
  assert.equal(await resolved('RIN 1625-ZA11'), ['citation', 1, ['/us/fr/2018-09910']]);
  assert.equal(await resolved('BLS-2017-0511'), ['citation', 1, ['/us/fr/2018-09910']]);
  const [by, total, sections] = await resolved('1 CFR part 1', { limit: 2 });
  assert.equal([by, total, sections], ['citation', 3, ['/us/cfr/t1/s1.1', '/us/cfr/t1/s1.2']]);
  const [guessed, , found] = await resolved('Harbor Lights Advisory Committee Act');
  assert.is(guessed, 'search');
  assert.ok(found.length > 0);
  assert.equal(
    await resolved('section 1 of title 1'),
    ['citation', 1, ['/us/usc/t1/s1']],
    'not 1 CFR part 1',
  );
  assert.equal(await resolved('see 17 U.S.C. 106, 107(2) and 99999'), [
    ...['citation', 2, ['/us/usc/t17/s106', '/us/usc/t17/s107']],
  ]);
  assert.equal(await resolved('17 U.S.C. 106 and 107', { limit: 1 }), [
    ...['citation', 2, ['/us/usc/t17/s106']],
  ]);
  assert.equal(await resolved('45 U.S.C. 66'), ['citation', 1, ['/us/usc/t45/s65, 66']]);
  // A section where there is one, else a part.
  assert.equal(await resolved('title 17, section 106'), ['citation', 1, ['/us/usc/t17/s106']]);
});

test('resolve_citation: a citation of a missing document is explained, and finds no other law', async () => {
  const missing = async (citation: string, more: Json = {}): Promise<Json> => {
    const told = await answered(client, 'resolve_citation', { citation, ...more });
    assert.equal([told.found_by, told.total, told.documents], ['none', 0, []], citation);
    return told;
  };
  for (const [citation, note] of [
    ['40 CFR 52.220', '40 CFR 52.220 is understood; title 40 is not held.'],
    ['45 CFR part 46', '45 CFR part 46 is understood; title 45 is not held.'],
    ['18 U.S.C. 922(g)', '18 U.S.C. 922(g) is understood; title 18 is not held.'],
    ['18 U.S.C. App. 1', '18 U.S.C. App. 1 is understood; title 18 is not held.'],
    ['17 U.S.C. 99999', '17 U.S.C. 99999 is understood; no section 99999 of title 17 is held.'],
    ['1 CFR part 99', '1 CFR part 99 is understood; no part 99 of title 1 is held.'],
    ['5 U.S.C. App. 99', '5 U.S.C. App. 99 is understood; no section 99 of the appendix of title 5 is held.'],
    ['/us/usc/t17/s99999', '/us/usc/t17/s99999 is understood; no section 99999 of title 17 is held.'],
    ['99 FR 1', '99 FR 1 is understood; no document that is on this page is held.'],
    ['2019-99999', '2019-99999 is understood; no document with this number is held.'],
    ['Pub. L. 94-553', 'Pub. L. 94-553 is understood; public laws are not held.'],
    ['90 Stat. 2541', '90 Stat. 2541 is understood; the Statutes at Large are not held.'],
  ] as const)
    assert.is((await missing(citation)).note, note);
  assert.is(
    (await missing('17 U.S.C. 106', { source: 'ecfr' })).note,
    '17 U.S.C. 106 is understood; it is not of the source ecfr.',
  );
  const { referred_by } = await missing('33 CFR part 62', { limit: 1 });
  assert.is(referred_by.length, 1);
  assert.is(referred_by[0].source, 'fr');
  // With words, or of several, nothing is presented as what is cited either.
  for (const citation of ['18 U.S.C. 922 lighthouse keepers', '18 U.S.C. 1 and 18 U.S.C. 2', 'RIN 2060-AU24'])
    assert.match((await missing(citation)).note, /No document of this collection has what is cited here/);
  await refused(
    client,
    'read_document',
    { document: '40 CFR 52.220' },
    /"40 CFR 52.220". 40 CFR 52.220 is understood; title 40 is not held\.$/,
  );
});

test('search returns the citation in a query, and suggestions for an unknown agency', async () => {
  const missing = await answered(client, 'search', { q: '40 CFR 52.220' });
  assert.equal([missing.citation.exists, missing.citation.identifier], [false, '/us/cfr/t40/s52.220']);
  assert.is((await answered(client, 'search', { q: '17 USC 106' })).citation.exists, true);
  const words = await answered(client, 'search', { q: 'lighthouse' });
  assert.equal([words.citation, words.did_you_mean], [undefined, undefined]);
  const meant = { agency: ['Environmental Harbor Agency'] };
  assert.equal((await answered(client, 'search', { q: 'harbor', agency: 'EHA' })).did_you_mean, meant);
  const listed = await answered(client, 'list_documents', { source: 'fr', agency: 'EHA' });
  assert.equal([listed.total, listed.documents, listed.did_you_mean], [0, [], meant]);
});

test('list_documents: filters and orders work, and a walk by cursors meets every document once', async () => {
  const walk = async (args: Json): Promise<string[]> => {
    const seen: string[] = [];
    let total = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = await answered(client, 'list_documents', {
        ...args,
        ...(cursor !== '' && { cursor }),
      });
      if (cursor === '') total = page.total;
      assert.ok(page.documents.length <= 3);
      seen.push(...identifiersOf(page.documents));
      cursor = page.next_cursor;
    }
    assert.is(seen.length, total);
    assert.is(new Set(seen).size, seen.length);
    return seen;
  };
  for (const args of [
    { source: 'usc', title_number: 17, limit: 3 },
    { source: 'fr', sort: '-publication_date', limit: 3 },
    { source: 'ecfr', sort: 'last_updated', limit: 3 },
  ]) {
    const query = Object.entries(args).filter(([name]) => name !== 'source' && name !== 'limit');
    const { json } = await shim.get(
      `/api/${args.source}/documents?limit=100&${query.map(([name, value]) => `${name}=${value}`).join('&')}`,
    );
    assert.equal(await walk(args), identifiersOf(json.data));
  }
  const { documents } = await answered(client, 'list_documents', {
    source: 'fr',
    docket_id: 'BLS-2017-0511',
  });
  assert.equal(
    [documents[0].citation, documents[0].document_type, documents[0].url],
    ['83 FR 21707', 'rule', '/fr/2018-09910'],
  );
  assert.not.ok(JSON.stringify(documents).includes('null'), 'nothing is said of what is not given');
});

test('read_level: levels are walked from a source to its documents, page by page', async () => {
  const { levels, documents, total } = await answered(client, 'read_level', { source: 'ecfr' });
  assert.is(levels.length, total);
  assert.equal(documents, []);
  assert.ok(levels.some(({ identifier }: Json) => identifier === '/us/cfr/t33'));
  const part = await answered(client, 'read_level', { level: '/us/cfr/t33/p971', limit: 2 });
  assert.equal(
    part.path.map(({ identifier }: Json) => identifier),
    ['/us/cfr/t33', '/us/cfr/t33/chIX'],
  );
  assert.equal([part.level, part.number, part.document_count], ['part', '971', 5]);
  assert.match(part.notes, /^Authority: Reorganization Plan/);
  const told = ({ levels, documents }: Json) => [...levels, ...documents].map(({ identifier }) => identifier);
  assert.equal(told(part), ['/us/cfr/t33/p971/spA', '/us/cfr/t33/p971/appA']);
  assert.equal([part.total, part.next_offset], [3, 2]);
  const rest = await answered(client, 'read_level', { source: 'ecfr', level: 't33/p971', offset: 2 });
  assert.equal(told(rest), ['/us/cfr/t33/p971/table1']);
  assert.is(rest.next_offset, null);
  await refused(client, 'read_level', { level: '/us/cfr/t33/p1' }, /No level was found.*t33\/p1/);
  await refused(client, 'read_level', { source: 'fr' }, /usc or ecfr/);
  await refused(client, 'read_level', { level: 't17' }, /usc or ecfr/);
  const within = await answered(client, 'list_documents', { source: 'ecfr', within: 't33/p971/spA' });
  assert.is(within.documents.length, 3);
});

test('browse: sources, titles, chapters, years, months and documents of a month are listed', async () => {
  const { sources } = await answered(client, 'browse');
  assert.equal(
    sources.map(({ id }: Json) => id),
    SOURCES.map(({ id }) => id),
  );
  const { titles, total, next_offset } = await answered(client, 'browse', { source: 'usc', limit: 20 });
  assert.equal([titles.length, total, next_offset], [20, 54, 20]);
  const rest = await answered(client, 'browse', { source: 'usc', offset: 20 });
  assert.equal([rest.titles.length, rest.titles[0].title_number, rest.next_offset], [34, 21, null]);
  const title = await answered(client, 'browse', { source: 'usc', title_number: 17 });
  assert.equal([title.title_name, title.chapters[0].chapter_number], ['Copyrights', '1']);
  const { documents_without_chapter } = await answered(client, 'browse', { source: 'usc', title_number: 48 });
  assert.equal([title.documents_without_chapter, documents_without_chapter], [0, 1]);
  const { years } = await answered(client, 'browse', { source: 'fr' });
  assert.ok(years.some(({ year }: Json) => year === 2018));
  const { months } = await answered(client, 'browse', { source: 'fr', year: 2018 });
  assert.equal(
    months.map(({ month }: Json) => month),
    [2, 5],
  );
  const may = await answered(client, 'browse', { source: 'fr', year: 2018, month: 5, limit: 2 });
  assert.equal([may.documents.length, may.total, may.next_offset], [2, 5, 2]);
  await refused(client, 'browse', { source: 'usc', title_number: 53 }, /No title 53 was found in usc/);
  await refused(client, 'browse', { source: 'usc', year: 2018 }, /usc has no year.*title_number/);
  await refused(
    client,
    'browse',
    { source: 'fr', title_number: 1 },
    /fr has no title_number.*year and month/,
  );
  await refused(client, 'browse', { source: 'fr', month: 5 }, /year is missing/);
  await refused(client, 'browse', { title_number: 17 }, /source is missing/);
});

test('changes: the newest builds, and the changes since one, are listed', async () => {
  const { builds } = await answered(client, 'changes');
  const [{ number, build, complete }] = builds;
  assert.equal([builds.length, number, complete], [1, 1, true]);
  for (const since of [1, '1', build])
    assert.equal((await answered(client, 'changes', { since })).documents, []);
  await refused(client, 'changes', { since: 7 }, /since: "7".*1, the number of the newest build/);
  await refused(client, 'changes', { since: 0 }, /made everything anew/);
  await refused(client, 'changes', { since: 'yesterday' }, /since: "yesterday"/);
});

test('wrong input of any kind is a clear error of the tool', async () => {
  for (const [tool, args, message] of [
    ['search', {}, /parameter q is missing.*1 to 500 characters/],
    ['search', { q: '' }, /parameter q: "".*1 to 500/],
    ['search', { q: 'x'.repeat(501) }, /parameter q.*1 to 500/],
    ['search', { q: { $gt: '' } }, /parameter q: .*1 to 500/],
    ['search', { q: ['a'] }, /parameter q/],
    ['search', { q: 'x', limit: 26 }, /limit: "26".*1 to 25/],
    ['search', { q: 'x', limit: 0 }, /limit: "0"/],
    ['search', { q: 'x', limit: 1.5 }, /limit: "1\.5".*integer/],
    ['search', { q: 'x', limit: 'many' }, /limit: "many"/],
    ['search', { q: 'x', source: 'uscode' }, /source: "uscode".*usc, ecfr, fr/],
    ['search', { q: 'x', date_from: '2018-02-30' }, /date_from: "2018-02-30".*YYYY-MM-DD/],
    ['search', { q: 'x', facets: ['colour'] }, /facets.*document_type/],
    ['search', { q: 'x', facets: [1] }, /facets/],
    ['search', { q: 'x', sort: 'size' }, /sort: "size".*relevance/],
    ['search', { q: 'x', titel: 17 }, /no parameter "titel".*title_number/],
    ['search', { q: 'x', ['y'.repeat(100_00)]: 1 }, /no parameter "y{50}"/],
    ['list_documents', {}, /source is missing.*usc, ecfr, fr/],
    ['list_documents', { source: 'usc', agency: 'x' }, /usc has no filter agency.*title_number/],
    ['list_documents', { source: 'usc', sort: 'publication_date' }, /sort: "publication_date".*identifier/],
    ['list_documents', { source: 'usc', cursor: 'nonsense' }, /cursor: "nonsense".*\/us\/usc\//],
    ['list_documents', { source: 'usc', positive_law: 'perhaps' }, /positive_law: "perhaps".*true or false/],
    ['list_documents', { source: 'fr', document_type: 'law' }, /document_type: "law".*proposed_rule/],
    ['read_document', { document: 't17/s106', part: 'all' }, /part: "all".*text, metadata, outline/],
    ['read_document', { document: 't17/s106', max_characters: 50_001 }, /max_characters.*1 to 50000/],
    ['read_document', { document: 't17/s106', offset: -1 }, /offset: "-1".*integer from 0/],
    ['read_document', { document: 'x'.repeat(1001) }, /document.*1 to 1000/],
    ['read_document', { document: '%' }, /No document/],
    ['read_document', { document: '/api/usc/documents/%ff' }, /No document/],
    ['read_document', { document: '\u0000' }, /No document/],
    ['resolve_citation', { citation: 5, source: 7 }, /source: "7"/],
    ['browse', { source: 'usc', title_number: 'XVII' }, /title_number: "XVII"/],
  ] as [string, Json, RegExp][])
    await refused(client, tool, args, message);
  // What is meant counts.
  const { hits } = await answered(client, 'search', { q: 'log', limit: '2', facets: 'source', source: null });
  assert.is(hits.length, 2);
  assert.is(
    (await answered(client, 'list_documents', { source: 'usc', positive_law: 'true' })).source,
    'usc',
  );
});

test('an unknown tool and an unknown resource are errors of the protocol', async () => {
  const failure = (promise: Promise<unknown>): Promise<Json> =>
    promise.then(
      () => assert.unreachable(),
      error => error,
    );
  const noTool = await failure(client.callTool({ name: 'delete_document', arguments: {} }));
  assert.equal(
    [noTool.code, /no tool "delete_document".*read_document/.test(noTool.message)],
    [-32602, true],
  );
  for (const uri of [
    'pandect://usc/t17/s999',
    'file:///etc/passwd',
    'pandect://nowhere/x',
    'pandect://usc/..%2f..',
  ])
    assert.is((await failure(client.readResource({ uri }))).code, -32002, uri);
});

const NOTICE = '> This is a sample, not the law.\n\n';

test('the sample is named as such in the instructions, in both forms of answers, and in resources', async () => {
  assert.match(client.getInstructions() ?? '', /^This is a sample, not the law\. /);
  const { structuredContent, content }: Json = await client.callTool({
    name: 'read_document',
    arguments: { document: '17 U.S.C. 106' },
  });
  assert.is(structuredContent.notice, 'This is a sample, not the law.');
  assert.is(content.at(-1).text, structuredContent.notice);
  assert.is(structuredContent.metadata?.legal_status ?? 'sample', 'sample');
  const wrong: Json = await client.callTool({ name: 'read_document', arguments: { document: '/x' } });
  assert.equal([wrong.isError, wrong.content.length], [true, 1]);
});

test('resources are listed, with a template for each source, and documents are Markdown', async () => {
  const { resources } = await client.listResources();
  assert.equal(
    resources.map(({ uri }) => uri),
    ['pandect://usc', 'pandect://ecfr', 'pandect://fr'],
  );
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.is(resourceTemplates.length, SOURCES.length);
  const read = async (uri: string): Promise<Json> => (await client.readResource({ uri })).contents[0];
  const { mimeType, text } = await read('pandect://usc/t17/s106');
  assert.equal([mimeType, text.startsWith(`${NOTICE}# § 106. Exclusive rights`)], ['text/markdown', true]);
  assert.match((await read('pandect://fr/2018-09910')).text, /^> .*\n\n# {2}Lighthouse Lenses/);
  assert.match((await read('pandect://usc/t45/s65%2C%2066')).text, /§/);
  assert.match((await read('pandect://ecfr')).text, /^> .*\n\n# Electronic Code.*\n\n.*\d+ documents/);
});

test('an unpaired surrogate is an error of the tool, and no resource', async () => {
  for (const [name, args] of [
    ['search', { q: 'owner \ud800' }],
    ['search', { q: 'owner', agency: '\udc00' }],
    ['read_document', { document: 't17/s106\ud83d' }],
    ['resolve_citation', { citation: '17 USC 106\udfff' }],
  ] as const)
    await refused(client, name, args, /has half of a character in it/);
  assert.not((await call(client, 'search', { q: 'owner 😀' })).isError, 'two halves are one');
  const error: Json = await client.readResource({ uri: 'pandect://usc/t17/s106\ud800' }).then(
    () => null,
    failure => failure,
  );
  assert.is(error?.code, -32002);
});

test.run();
