import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agencyKeys } from '../../build/contract/agencies.ts';
import { documentPath, type Representation } from '../../build/contract/paths.ts';
import { router } from '../../build/contract/routing/route.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import type { Page } from '../../build/pages/pages.ts';
import { validator } from '../helpers/openapi.ts';
import { allPages } from '../helpers/pages.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { type Shim, startShim } from '../helpers/shim.ts';
import { catalogsOf, documentsOf, type Tree, temporaryFolder } from '../helpers/tree.ts';
import { canonicalUrlOf, shorthandOf, spellings, urlOf } from './spellings.ts';
import { bothDirections, SORTS, walkBothWays } from './walk.ts';

/** The whole API over the real corpora: 14,084 documents, with every oddity that real data has. */

let tree: Tree;
let shim: Shim;
let documents: CorpusDocument[];

const isThere = realCorpora() !== null;
const onRealCorpora = isThere ? test : test.skip;

if (isThere) {
  test.before(async () => {
    tree = await realTree();
    shim = await startShim(tree);
    documents = await documentsOf(tree.corpus);
  });
  test.after(() => shim.close());
}

onRealCorpora('health and stats count every document except one with problems', async () => {
  const { database } = (await shim.get('/api/health')).json;
  assert.is(database.documents, 14_083);
  const { data } = (await shim.get('/api/stats')).json;
  assert.equal(
    [data.total_documents, data.sources.usc.document_count, data.sources.ecfr.document_count],
    [14_083, 5378, 8023],
  );
});

onRealCorpora('4.4 every document is found by shorthand and canonical identifier, encoded', async () => {
  assert.is(documents.length, 14_083);
  const random = new Random(44);
  const route = router(SOURCES);
  const assertValid = validator();
  for (const document of documents) {
    const [url, canonical] = [urlOf(document), canonicalUrlOf(document)];
    const { identifier } = document;
    // Both lead to one file, which the shim sends as it is.
    const routed = route({ method: 'GET', target: url });
    assert.equal(route({ method: 'HEAD', target: canonical }), routed, identifier);
    const file = readFileSync(join(tree.dist, routed.kind === 'file' ? routed.path : ''));
    const json = JSON.parse(file.toString());
    assert.is(json.data.identifier, identifier);
    assert.is(json.data.body, document.body, identifier);
    assertValid(url, 200, 'application/json', json);
    if (!random.chance(0.05)) continue;
    const answer = await shim.request('GET', url);
    assert.ok(answer.status === 200 && answer.bytes.equals(file), identifier);
    const head = await shim.request('HEAD', canonical);
    assert.equal([head.status, head.headers.etag], [200, answer.headers.etag], identifier);
  }
});

onRealCorpora('4.4 every unusual identifier is found in every form', async () => {
  const odd = documents.filter(
    document => !/^(t\d+\/s\d+\w*(\.\d+)?|\d{4}-\d{5})$/.test(shorthandOf(document)),
  );
  assert.ok(odd.length > 400, `${odd.length} odd identifiers`);
  for (const identifier of [
    '/us/usc/t30/s28–1',
    '/us/usc/t45/s65, 66',
    '/us/usc/t48/s46–1 to 46–3',
    '/us/usc/t30/s1101...1164',
    '/us/usc/t30/s44 /us/usc/t30/s45',
    '/us/usc/t18a/pl/96/456/s1',
    '/us/cfr/t44/s§ 16.104-16.109',
    '/us/cfr/t13/s120.441-§ 120.447',
    '/us/fr/04-16753',
    '/us/fr/E8-23178',
    '/us/fr/2012-1728',
    '/us/fr/C1-2017-20310',
  ]) {
    assert.ok(
      odd.some(document => document.identifier === identifier),
      identifier,
    );
  }
  for (const document of odd) {
    for (const url of spellings(document)) {
      const { status, json } = await shim.get(url);
      assert.equal([status, json.data.identifier], [200, document.identifier], url);
    }
  }
});

onRealCorpora('4.5 Markdown is the stored file, byte for byte, and text has no markup', async () => {
  const random = new Random(4);
  for (const document of documents) {
    const source = sourceOf(document.source);
    const fileOf = (representation: Representation) =>
      readFileSync(join(tree.dist, documentPath(source, document.identifier, representation)));
    assert.ok(fileOf('markdown').equals(document.raw), document.identifier);
    if (!random.chance(document.source === 'fr' ? 0.3 : 0.05)) continue;
    const { bytes } = await shim.get(`${urlOf(document)}?format=markdown`);
    assert.ok(bytes.equals(document.raw), document.identifier);
    const text = await shim.get(urlOf(document), { accept: 'text/plain' });
    assert.is(text.headers['content-type'], 'text/plain; charset=utf-8');
    assert.not.match(text.text, /^(#{1,6} |identifier: )/m, document.identifier);
  }
});

onRealCorpora(
  '4.4 a document of 3.5 MB has all representations, projections, conditions and HEAD',
  async () => {
    const largest = documents.reduce((a, b) => (b.raw.length > a.raw.length ? b : a));
    assert.ok(largest.raw.length > 3_000_000);
    const url = urlOf(largest);
    for (const query of ['', '?format=markdown', '?format=text', '?fields=metadata', '?fields=body']) {
      const { status, headers, bytes } = await shim.get(url + query);
      assert.equal([status, headers['content-length']], [200, String(bytes.length)], query);
      const head = await shim.request('HEAD', url + query);
      assert.equal(
        [head.headers.etag, head.headers['content-length']],
        [headers.etag, headers['content-length']],
      );
      assert.is((await shim.get(url + query, { 'if-none-match': headers.etag ?? '' })).status, 304);
    }
  },
);

const isComputable = ({ url }: Page): boolean => /^\/api\/\w+\/(documents|years\/\d+\/\d+)(\?|$)/.test(url);

onRealCorpora('the dynamic answer to a sample of the precomputed URLs is the file', async () => {
  const random = new Random(5);
  const bare = join(temporaryFolder(), 'dist');
  cpSync(join(tree.dist, 'catalog/catalog.bin'), join(bare, 'catalog/catalog.bin'));
  const dynamic = await startShim({ dist: bare });
  const pages = [...allPages(await catalogsOf(tree))].filter(isComputable);
  assert.ok(pages.length > 2000);
  for (const { url, path } of pages.filter(() => random.chance(0.25))) {
    const file = readFileSync(join(tree.dist, path));
    assert.ok((await dynamic.get(url)).bytes.equals(file), url);
    if (random.chance(0.1)) assert.ok((await shim.get(url)).bytes.equals(file), url);
  }
  await dynamic.close();
});

for (const [source, sorts] of Object.entries(SORTS)) {
  onRealCorpora(
    `4.3 ${source}: walks in both modes visit every document once, for every sort and direction`,
    async () => {
      const all = documents
        .filter(document => document.source === source)
        .map(({ identifier }) => identifier);
      for (const sort of bothDirections(sorts)) {
        const walked = await walkBothWays(shim, `/api/${source}/documents?sort=${sort}&limit=100`);
        assert.equal([...walked].sort(), [...all].sort(), sort);
      }
    },
  );
}

/** Counts over the corpus, in the plainest way. */
const tally = (texts: readonly (readonly string[])[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const own of texts) {
    for (const text of new Set(own.map(one => one.trim().toLowerCase()))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
};

onRealCorpora('4.2 every spelling of an agency finds all of its documents in lists', async () => {
  const named = (source: string, of: (metadata: CorpusDocument['metadata']) => readonly unknown[]) =>
    tally(
      documents
        .filter(document => document.source === source)
        .map(({ metadata }) => of(metadata).filter((agency): agency is string => typeof agency === 'string'))
        .map(agencies => agencies.flatMap(agencyKeys)),
    );
  const fr = named('fr', ({ agencies }) => agencies as string[]);
  const ecfr = named('ecfr', ({ chapter_name }) => [chapter_name]);
  assert.equal(
    [
      fr.get('food and drug administration'),
      fr.get('securities and exchange commission'),
      fr.get('commerce department'),
    ],
    [40, 51, 67],
  );
  assert.equal(
    [
      'federal emergency management agency',
      'federal highway administration',
      'management and budget office',
    ].map(agency => ecfr.get(agency)),
    [931, 928, 404],
  );
  for (const [source, counts] of [['fr', fr] as const, ['ecfr', ecfr] as const]) {
    for (const [agency, count] of counts) {
      const url = `/api/${source}/documents?limit=1&agency=`;
      for (const spelling of [agency, agency.toUpperCase()]) {
        const { total } = (await shim.get(url + encodeURIComponent(spelling))).json.pagination;
        assert.is(total, count, `${source} ${spelling}`);
      }
    }
  }
  const meant = async (target: string) => (await shim.get(target)).json.meta.did_you_mean?.agency;
  assert.equal(await meant('/api/ecfr/documents?agency=EPA'), ['ENVIRONMENTAL PROTECTION AGENCY']);
  assert.equal(await meant('/api/ecfr/documents?agency=FEMA'), ['FEDERAL EMERGENCY MANAGEMENT AGENCY']);
  assert.is(await meant('/api/ecfr/documents?agency=Environmental+Protection+Agency'), undefined);
});

onRealCorpora('4.2 every docket and every RIN finds its documents', async () => {
  const of = (field: string) => documents.filter(({ metadata }) => metadata[field]?.toString());
  const dockets = tally(of('docket_ids').map(({ metadata }) => metadata.docket_ids as string[]));
  assert.ok(dockets.size > 400);
  for (const [docket, count] of dockets) {
    const url = `/api/fr/documents?docket_id=${encodeURIComponent(docket)}`;
    const { total } = (await shim.get(url)).json.pagination;
    // `17-84` finds `WC Docket No. 17-84` too.
    assert.ok(/^\S+$/.test(docket) ? total >= count : total === count, docket);
  }
  const rins = of('rin').map(({ metadata }) => String(metadata.rin));
  assert.is(rins.length, 121);
  for (const rin of new Set(rins)) {
    const { total } = (await shim.get(`/api/fr/documents?rin=${encodeURIComponent(rin)}`)).json.pagination;
    assert.is(total, rins.filter(other => other === rin).length, rin);
  }
});

const FILTERS = [
  '/api/usc/documents?title_number=30&sort=-section_number',
  '/api/usc/documents?status=repealed&sort=last_updated',
  '/api/ecfr/documents?title_number=2&sort=section_number',
  '/api/ecfr/documents?chapter_number=I&part_number=1&sort=-identifier',
  '/api/fr/documents?document_type=notice&date_from=2010-01-01',
  '/api/fr/documents?effective_date_from=2018-01-01&sort=-document_number',
  '/api/fr/documents?agency=food+and+drug+administration',
  '/api/fr/documents?cfr_title=12&sort=document_number',
];

onRealCorpora('4.3 filtered walks agree in both modes and with the total', async () => {
  for (const url of FILTERS) {
    const walked = await walkBothWays(shim, `${url}&limit=37`);
    assert.is(walked.length, (await shim.get(url)).json.pagination.total, url);
    assert.ok(walked.length > 0, url);
  }
});

test.run();
