import fs from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Running, run, start, untilListening } from '../helpers/commands.ts';
import { post, rpc } from '../helpers/mcp.ts';
import { type AssertValid, validator } from '../helpers/openapi.ts';
import { type Answer, exchange, type Json } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';
import { FILES } from './new-source/corpus.ts';
import { Project } from './new-source/project.ts';

/**
 * A source is one entry in the contract's table and one in the build's, and all else follows. The test does what an
 * engineer would: it adds three invented sources to the tables of a copy of the project, builds and serves.
 */
const sources = suite('new sources');

const project = new Project();
const dist = path.join(project.root, 'dist');
let shim: Running | undefined;
let port = 0;
let assertValid: AssertValid = () => {};

async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await exchange({ host: '127.0.0.1', port, path: url, headers });
  assertValid(url, answer.status, answer.headers['content-type'] ?? '', answer.text);
  return answer;
}

async function json(url: string): Promise<Json> {
  const { status, json, text } = await get(url);
  assert.is(status, 200, `${url}: ${text}`);
  return json;
}

const identifiers = ({ data }: Json): string[] =>
  data.map(({ identifier }: { identifier: string }) => identifier);

sources.after(async () => {
  shim?.child.kill('SIGTERM');
  await shim?.finished;
});

// The first tests do the work, and fail where it fails: the error of a hook would be lost.
sources('with an entry in the contract alone the compiler demands that of the build', () => {
  project.addToContract();
  const problem = project.typeCheck();
  assert.match(
    problem,
    /^build\/corpus\/sources\.ts\(.*missing the following properties .*: hnl, plaw, sho\n$/,
  );
});

sources('with an entry in each of two tables the project compiles, builds and serves', async () => {
  project.addToBuild();
  assert.is(project.typeCheck(), '');
  const { code, stderr } = await run('build', ['--corpus', project.makeCorpus(), '--out', dist], {}, project);
  assert.is(code, 0, stderr);
  shim = start('serve', ['--dist', dist, '--port', '0'], { LOG_LEVEL: 'silent' }, project);
  port = await untilListening(shim);
  assertValid = validator((await get('/api/openapi')).json);
});

/** References count the items of each source, of new ones, too. */
function withoutCounts(file: string): unknown {
  const { data, meta } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { ...data, counts: Object.keys(data.counts), meta };
}

sources('the other sources are unchanged, byte for byte', async () => {
  const sample = await sampleTree();
  for (const id of ['usc', 'ecfr', 'fr']) {
    const files = fs.readdirSync(path.join(sample.dist, 'api', id), { recursive: true, encoding: 'utf8' });
    assert.ok(files.length > 10);
    for (const file of files) {
      const [theirs, ours] = [sample.dist, dist].map(tree => path.join(tree, 'api', id, file)) as [
        string,
        string,
      ];
      if (!fs.statSync(theirs).isFile()) continue;
      if (file.endsWith('references.json')) assert.equal(withoutCounts(ours), withoutCounts(theirs), file);
      else assert.ok(fs.readFileSync(theirs).equals(fs.readFileSync(ours)), file);
    }
  }
});

sources('a document has three representations and both spellings', async () => {
  const raw = FILES['sho/title-1/ordinance-1.2.md'] as string;
  for (const name of ['t1%2Fo1.2', 't1/o1.2', '%2Fsh%2Ford%2Ft1%2Fo1.2']) {
    const { data } = await json(`/api/sho/documents/${name}`);
    assert.equal(data, {
      id: 'sh-ord-t1-o1.2',
      identifier: '/sh/ord/t1/o1.2',
      source: 'sho',
      metadata: {
        identifier: '/sh/ord/t1/o1.2',
        source: 'sho',
        display_title: '1 SHO § 1.2 - Bollards',
        legal_status: null,
        status: 'in_force',
        last_updated: '2031-05-01',
        title_number: 1,
        title_name: 'Piers',
        chapter_number: '1',
        chapter_name: 'Of the quay',
        ordinance_number: '1.2',
        harbors: ['North Harbor'],
        is_tidal: true,
      },
      body: raw.slice(raw.indexOf('# ')),
    });
  }
  assert.is((await get('/api/sho/documents/t1/o1.2', { accept: 'text/markdown' })).text, raw);
  const { text } = await get('/api/sho/documents/t1/o1.2?format=text');
  assert.match(text, 'The harbormaster shall see to the bollards');
  assert.is((await get('/api/hnl/documents/hn2031.7')).json.data.metadata.weather, 'calm');
  assert.is((await get('/api/sho/documents/t9/o9')).status, 404);
});

sources('lists have filters, orders and cursors', async () => {
  const list = async (query: string) => identifiers(await json(`/api/sho/documents${query}`));
  const all = ['/sh/ord/t1/o1.1', '/sh/ord/t1/o1.2', '/sh/ord/t1/o2.1', '/sh/ord/t2/o1.1'];
  const [planks, bollards, ladders, beacons] = all;
  assert.equal(await list(''), all);
  assert.equal(await list('?title_number=2'), [beacons]);
  assert.equal(await list('?harbor=south%20HARBOR'), [planks, beacons]);
  assert.equal(await list('?is_tidal=true'), [bollards]);
  assert.equal(await list('?harbor=North%20Harbor&is_tidal=true'), [bollards]);
  assert.equal(await list('?sort=-title_number'), all.toReversed());
  const { data, pagination } = await json('/api/sho/documents?cursor=&limit=3');
  assert.equal(Object.keys(data[0].metadata), [
    'display_title',
    'title_number',
    'title_name',
    'chapter_number',
    'chapter_name',
    'harbors',
  ]);
  assert.equal(identifiers({ data }), [planks, bollards, ladders]);
  assert.equal(identifiers(await json(pagination.next)), [beacons]);
  assert.is((await get('/api/sho/documents?sort=weather')).status, 400);
  assert.equal(identifiers(await json('/api/hnl/documents')), ['/sh/hnl/hn2031.8', '/sh/hnl/hn2031.7']);
  assert.equal(identifiers(await json('/api/hnl/documents?weather=calm')), ['/sh/hnl/hn2031.7']);
  assert.equal(identifiers(await json('/api/hnl/documents?date_from=2031-06-01')), ['/sh/hnl/hn2031.8']);
  assert.is((await get('/api/hnl/documents?weather=fog')).status, 400);
});

sources('precomputed pages are files', () => {
  const has = (file: string) => fs.existsSync(path.join(dist, 'api', file));
  assert.ok(has('sho/documents/_q/title_number=2.json'));
  assert.ok(has('sho/documents/_q/harbor=North%20Harbor.json'));
  assert.ok(has('hnl/documents/_q/weather=storm.json'));
  assert.not(has('sho/documents/_q/is_tidal=true.json'));
});

sources('the hierarchy has titles with chapters, and years with months', async () => {
  const titles = await json('/api/sho/titles');
  assert.equal(
    titles.data.map((title: Json) => [
      title.title_name,
      title.document_count,
      title.chapter_count,
      title.positive_law,
    ]),
    [
      ['Piers', 3, 2, false],
      ['Lamps', 1, 1, true],
      ['Ropes', 0, 0, false],
    ],
  );
  assert.is(titles.data[0].url, '/api/sho/titles/1');
  const { data } = await json('/api/sho/titles/1');
  assert.equal(data.chapters[0], { chapter_number: '1', chapter_name: 'Of the quay', document_count: 2 });
  assert.is((await get('/api/sho/titles/3')).status, 404);
  assert.is((await get('/api/sho/years')).status, 404);
  const years = await json('/api/hnl/years');
  assert.equal(years.data, [{ year: 2031, document_count: 2, url: '/api/hnl/years/2031' }]);
  assert.is((await json('/api/hnl/years/2031')).data.months.length, 2);
  const month = await json('/api/hnl/years/2031/5');
  assert.equal(month.data.documents, [
    {
      id: 'sh-hnl-hn2031.7',
      identifier: '/sh/hnl/hn2031.7',
      document_number: 'hn2031.7',
      display_title: 'Fog at pier 7',
      weather: 'calm',
    },
  ]);
});

sources('with its own levels a source has congresses with laws, in the API and in lists', async () => {
  const { data } = await json('/api/plaw/congresses');
  const [first, second] = [94, 101].map(number => ({
    congress_number: number,
    congress_name: `${number}th Congress`,
    document_count: number === 94 ? 3 : 1,
    law_count: number === 94 ? 2 : 1,
    url: `/api/plaw/congresses/${number}`,
  }));
  assert.equal(data, [first, second]);
  assert.equal((await json('/api/plaw/congresses/94')).data, {
    congress_number: 94,
    congress_name: '94th Congress',
    document_count: 3,
    laws: [
      { law_number: '12', law_name: 'Lighthouse Act', document_count: 1 },
      { law_number: '553', law_name: 'Copyrights Act', document_count: 2 },
    ],
  });
  const { error } = (await get('/api/plaw/congresses/95')).json;
  assert.is(error.message, 'No congress 95 was found in plaw.');
  assert.is((await get('/api/plaw/titles')).status, 404);
  assert.is((await get('/api/plaw/congresses/94/12')).status, 404);
  const list = async (query: string) => identifiers(await json(`/api/plaw/documents${query}`));
  assert.equal(await list(''), [
    '/us/pl/94/12/s1',
    '/us/pl/94/553/s9',
    '/us/pl/94/553/s101',
    '/us/pl/101/12/s1',
  ]);
  assert.equal(await list('?congress_number=94&law_number=553'), ['/us/pl/94/553/s9', '/us/pl/94/553/s101']);
  assert.equal((await json('/api/sources')).data[5].hierarchy, ['congress', 'law', 'section']);
  assert.is((await json('/api/sources')).data[5].has_titles, false);
  assert.equal((await json('/api/stats')).data.sources.plaw, {
    document_count: 4,
    congress_count: 2,
    last_updated: '1976-10-19',
  });
});

sources('with its own levels a source has parts of the manifest, and dumps', async () => {
  const parts = fs.readdirSync(path.join(dist, 'manifest/plaw'), { recursive: true, encoding: 'utf8' });
  assert.equal(parts.filter(name => name.endsWith('.ndjson')).toSorted(), [
    '101.ndjson',
    '94.ndjson',
    'pages/101.ndjson',
    'pages/94.ndjson',
    'pages/law_number.ndjson',
    'pages/lists.ndjson',
    'structure/101.ndjson',
    'structure/94.ndjson',
    'structure/all.ndjson',
  ]);
  const dumps = (await json('/api/bulk')).data.filter(({ source }: Json) => source === 'plaw');
  assert.equal(
    dumps.map(({ path, group, documents }: Json) => [path, group, documents]),
    [
      ['bulk/plaw/101.jsonl.gz', '101', 1],
      ['bulk/plaw/94.jsonl.gz', '94', 3],
    ],
  );
});

sources('with its own levels a source can be browsed by MCP', async () => {
  const browse = async (args: Json): Promise<Json> => {
    const { json } = await post(
      port,
      rpc('tools/call', { name: 'browse', arguments: { source: 'plaw', ...args } }),
      {},
    );
    return json.result.structuredContent ?? json.result.content[0].text;
  };
  const { congresses, total } = await browse({});
  assert.equal([congresses[0].congress_number, congresses[0].law_count, total], [94, 2, 2]);
  const { laws, ...congress } = await browse({ congress_number: 94 });
  assert.equal(laws[1], { law_number: '553', law_name: 'Copyrights Act', document_count: 2 });
  assert.equal([congress.congress_name, congress.documents_without_law], ['94th Congress', 0]);
  assert.match(
    await browse({ title_number: 1 }),
    'plaw has no title_number: it is browsed by congress_number',
  );
});

/** The `<title>` of a page of the site, as the shim fills it. */
const titleOfPage = async (url: string): Promise<string | undefined> =>
  /<title>(.*)<\/title>/.exec((await exchange({ host: '127.0.0.1', port, path: url })).text)?.[1];

sources('with its own levels a source has web paths and pages', async () => {
  const [hit] = (await search('plates', '&source=plaw')).data.hits;
  assert.is(hit.url, '/plaw/congress-94/law-553/section-9');
  assert.equal(hit.hierarchy, ['Public Laws', 'Congress 94 - 94th Congress', 'Law 553 - Copyrights Act']);
  const titles = {
    '/plaw': 'Public Laws – Pandect',
    '/plaw/congress-94': 'Public Laws, Congress 94 – Pandect',
    '/plaw/congress-94/law-553': 'Law 553, Public Laws, Congress 94 – Pandect',
    '/plaw/congress-94/law-553/section-9': 'Pub. L. 94-553 § 9 - Plates – Pandect',
    '/plaw/congress-95': 'Not found – Pandect',
    '/plaw/congress-94/section-9': 'Not found – Pandect',
  };
  for (const [url, title] of Object.entries(titles)) assert.is(await titleOfPage(url), title, url);
});

sources('sources and statistics include the new sources', async () => {
  const { data } = await json('/api/sources');
  assert.equal(
    data.map(({ id }: Json) => id),
    ['usc', 'ecfr', 'fr', 'sho', 'hnl', 'plaw'],
  );
  assert.equal(data[3].filterable_fields, ['title_number', 'harbor', 'is_tidal']);
  assert.is(data[3].document_count, 4);
  const stats = (await json('/api/stats')).data.sources;
  assert.equal(stats.sho, { document_count: 4, title_count: 2, last_updated: '2031-05-02' });
  assert.equal(stats.hnl, {
    document_count: 2,
    date_range: { earliest: '2031-05-20', latest: '2031-06-02' },
  });
  assert.ok('document_types' in stats.fr);
});

const search = async (q: string, more = ''): Promise<Json> =>
  json(`/api/search?q=${encodeURIComponent(q)}${more}`);

sources('search has words, filter, facets and hierarchy of the new sources', async () => {
  const { data, facets } = await search('harbormaster', '&source=sho&facets=source,title_number,granularity');
  assert.is(data.hits.length, 4);
  assert.equal(facets, { source: { sho: 4 }, title_number: { 1: 3, 2: 1 }, granularity: { section: 4 } });
  const [hit] = (await search('beacons')).data.hits;
  assert.is(hit.url, '/sho/title-2/chapter-1/ordinance-1.1');
  assert.equal(hit.hierarchy, ['Harbor Ordinances', 'Title 2 - Lamps', 'Chapter 1 - Of the quay']);
  assert.match(hit.highlights.body, '<mark>beacons</mark>');
  const demanding = (await search('sho demands')).data.hits.slice(0, 2);
  assert.equal(
    demanding.map(({ source }: Json) => source),
    ['hnl', 'hnl'],
    'written with dots and without',
  );
  const [fog] = (await search('foghorn', '&date_from=2031-06-01')).data.hits;
  assert.is(fog.url, '/hnl/hn2031.8');
  assert.equal(fog.hierarchy, ['Harbor Notices', '2031', 'June']);
  assert.is((await get('/api/search?q=a&source=none')).status, 400);
});

sources('search finds citations by the patterns of the entry', async () => {
  const cited = {
    '1 SHO 2.1': '/sh/ord/t1/o2.1',
    '1 S.H.O. § 2.1': '/sh/ord/t1/o2.1',
    'section 2.1 of title 1 of the harbor ordinances': '/sh/ord/t1/o2.1',
    '12 H.N.L. 108': '/sh/hnl/hn2031.8',
    'hn2031.7': '/sh/hnl/hn2031.7',
    '/sh/ord/t2/o1.1': '/sh/ord/t2/o1.1',
    't2/o1.1': '/sh/ord/t2/o1.1',
  };
  for (const [q, identifier] of Object.entries(cited))
    assert.is((await search(q)).data.hits[0]?.identifier, identifier, q);
});

sources('the description has all new sources', async () => {
  const { paths, components, tags } = (await get('/api/openapi')).json;
  for (const url of [
    '/api/sho/documents',
    '/api/sho/documents/{identifier}',
    '/api/sho/titles/{number}',
    '/api/hnl/years/{year}/{month}',
    '/api/plaw/congresses/{number}',
  ])
    assert.ok(url in paths, url);
  assert.equal(
    tags.slice(3, 6).map(({ name }: Json) => name),
    ['sho', 'hnl', 'plaw'],
  );
  assert.equal(components.schemas.ShoDocument.properties.source, { type: 'string', const: 'sho' });
  assert.equal(
    paths['/api/search'].get.parameters.find(({ name }: Json) => name === 'date_from').description,
    'Federal Register and Harbor Notice Log documents published from this day on.',
  );
});

sources.run();
