import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shorthandOf } from '../../../build/contract/identifier.ts';
import { hasTitles } from '../../../build/contract/levels.ts';
import { router } from '../../../build/contract/routing/route.ts';
import type { RoutedRequest } from '../../../build/contract/routing/routes.ts';
import { SHELL } from '../../../build/contract/site-paths.ts';
import { SOURCES, sourceOf } from '../../../build/contract/sources.ts';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { MOST_QUERY_CHARACTERS } from '../../../build/edge/maps/escapes.ts';
import { BEYOND } from '../../../build/edge/maps/map.ts';
import { routingMaps } from '../../../build/edge/maps/maps.ts';
import { hostileRequest } from '../../e2e/hostile-requests.ts';
import { hasLongQuery } from '../../helpers/edges/long-query.ts';
import { urlsOfTree } from '../../helpers/edges/urls.ts';
import { Random } from '../../helpers/random.ts';
import { spelledRequest } from '../../helpers/requests.ts';
import { documentsOf, SAMPLE_CORPUS, sampleTree } from '../../helpers/tree.ts';
import { evaluator } from './evaluate.ts';

/** build/contract/README.md, Routing: the maps name the file that the rule names, or none. */

const maps = routingMaps(SOURCES);
const evaluate = evaluator(maps);
const route = router(SOURCES);

/** Null where the path is no URL's: servers refuse it. */
function pathOf(target: string): string | null {
  try {
    return decodeURIComponent(target.replace(/[?#].*$/s, ''));
  } catch {
    return null;
  }
}

function fileOf({ method, target, accept = '' }: RoutedRequest): string {
  const path = pathOf(target) ?? '';
  return evaluate('file', { target, path, method, accept, authorization: '', x_api_key: '' });
}

test("thousands of spellings give the rule's file or none, and hardly ever none", async () => {
  const { dist } = await sampleTree();
  const urls = urlsOfTree(dist);
  const random = new Random(3);
  let files = 0;
  const missed: string[] = [];
  for (let i = 0; i < 12_000; i++) {
    const hostile = i % 6 === 0 ? hostileRequest(random) : null;
    const request: RoutedRequest = hostile
      ? { method: hostile.method, target: hostile.url }
      : spelledRequest(random, urls);
    if (!/^\/[\x21-\x7e]{0,8191}$/.test(request.target) || pathOf(request.target) === null) continue;
    const routed = route(request);
    const named = routed.kind === 'file' ? `/${routed.path}` : '';
    const label = `${request.method} ${request.target} (${request.accept})`;
    const file = fileOf(request);
    const isThere = named !== '' && existsSync(join(dist, named));
    if (file !== named)
      assert.not.ok(existsSync(join(dist, file)) && file !== '', `${label}: ${file} instead of ${named}`);
    if (isThere) files++;
    if (isThere && file !== named && !hasLongQuery(request.target)) missed.push(label);
  }
  assert.ok(files > 4000, `${files} files`);
  assert.ok(missed.length <= files / 1000, missed.join('\n'));
});

const get = (target: string, accept?: string): string => fileOf({ method: 'GET', target, accept });

/** The file that a page is about, as the maps find it. */
const subjectOf = (target: string): string => {
  const path = pathOf(target) ?? '';
  return evaluate('subject', { target, path, method: 'GET', accept: '', authorization: '', x_api_key: '' });
};

test("a document's page has the rule's subject, by its short and its long path", async () => {
  const documents = await documentsOf(SAMPLE_CORPUS);
  assert.ok(documents.length > 70);
  for (const document of documents) {
    const name = shorthandOf(sourceOf(document.source), document.identifier);
    const path = webPathOf(document);
    for (const target of [path, `/${document.source}/document-${encodeURIComponent(name)}`]) {
      const routed = route({ method: 'GET', target });
      assert.is(routed.kind === 'view' && routed.subject, `api/${document.source}/documents/${name}.json`);
      assert.is(subjectOf(target), `/api/${document.source}/documents/${name}.json`, target);
    }
  }
});

test('documents other than sections have pages of every kind, and other paths have none', () => {
  for (const source of SOURCES) {
    const { id, namespace, unitPaths } = source;
    assert.is(unitPaths.length > 0, hasTitles(source));
    for (const { above, kinds } of unitPaths)
      for (const [, kind] of kinds)
        for (const number of kind === '' ? ['IV'] : ['', '1', 'A(1)', 'E-F', 'B~2']) {
          const holders = above.map(([, segment], i) => `${segment}7${'xy'[i]}/`).join('');
          const name = `t41/${holders}${kind}${number}`;
          const metadata = { chapter_number: 'I', part_number: '7x' };
          const target = webPathOf({ source: id, identifier: namespace + name, metadata });
          assert.not.match(target, 'document-');
          assert.is(subjectOf(target), `/api/${id}/documents/${name}.json`, target);
          assert.is(subjectOf(`${target}/`), `/api/${id}/documents/${name}.json`, target);
        }
  }
  for (const target of [
    '/ecfr/title-33/appendix-A',
    '/ecfr/title-33/part-971/appendix-',
    '/ecfr/title-33/part-971/appendix-A%2FB',
    '/ecfr/title-33/part-971/appendixA',
    '/ecfr/title-33/chapter-I/part-1/part-971/appendix-A',
    '/usc/title-28a/chapter-1/rules-Civ/rule-901',
    '/usc/title-50a/plans-1951/plan',
  ]) {
    assert.is(route({ method: 'GET', target }).kind, 'error', target);
    assert.is(subjectOf(target), `/${SHELL}`, target);
  }
});

test("a level's page has the rule's subject, with slashes plain or encoded", () => {
  for (const [target, file] of [
    ['/usc/structure/t17', '/api/usc/structure/t17.json'],
    ['/usc/structure/t17/', '/api/usc/structure/t17.json'],
    ['/ecfr/structure/t40/p52/spA', '/api/ecfr/structure/t40/p52/spA.json'],
    ['/ecfr/structure/t40%2Fp52/spA', '/api/ecfr/structure/t40/p52/spA.json'],
    ['/ecfr/structure/t40/p52%2FspA', '/api/ecfr/structure/t40/p52/spA.json'],
    ['/usc/structure/t5a/THE%20ACT~2', '/api/usc/structure/t5a/THE ACT~2.json'],
  ] as const) {
    const routed = route({ method: 'GET', target });
    assert.is(routed.kind === 'view' && `/${routed.subject}`, file, target);
    assert.is(subjectOf(target), file, target);
  }
  for (const target of [
    '/usc/structure',
    '/usc/structure/',
    '/fr/structure/2018',
    '/usc/structure/t17//ch1',
  ]) {
    assert.is(route({ method: 'GET', target }).kind, 'error', target);
    assert.is(subjectOf(target), `/${SHELL}`, target);
  }
});

test('representations by Accept, as far as patterns decide', () => {
  for (const [accept, ending] of [
    ['text/markdown, application/json', '.md'],
    ['application/json;q=0.5, text/plain;q=0.6', '.txt'],
    ['text/plain;q=0.5, */*;q=0.6', '.json'],
    ['TEXT/PLAIN', '.txt'],
    ['text/*, application/json;q=0.9', '.md'],
    ['text/html,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7', '.json'],
    ['text/plain;q=0.85, application/json;q=0.8', null],
    ['text/plain;q=0.5, application/json;q=0.5', null],
    ['application/json;x="text/plain"', null],
  ] as const) {
    const file = ending === null ? '' : `/api/usc/documents/t17/s106${ending}`;
    assert.is(get('/api/usc/documents/t17%2Fs106', accept), file, accept);
  }
});

test('a hidden parameter, or a query beyond the patterns, gives no file', () => {
  const list = '/api/usc/documents';
  assert.is(get(`${list}?%6c%69%6d%69t=20`), `${list}.json`);
  for (const query of [
    '%6c%69%6d%69%74=7',
    'limit=20&limit=20',
    'x=%ff',
    'x=%C0%AF',
    'offset=10',
    'cursor=&offset=99999999999999999900',
    'status=a&title_number=1',
    'sort=-identifier',
  ])
    assert.is(get(`${list}?${query}`), '', query);
});

test('patterns have no quotes, backslashes or flags, and never need an empty source', () => {
  for (const { name, rows } of maps) {
    for (const row of rows) {
      const text = 'pattern' in row ? row.pattern : row.text;
      assert.not.match(text.replace(/\\x[0-9a-f]{2}/g, ''), /["`\\]|\(\?[^:]/, name);
    }
  }
});

test('a query that is too long is left to the origin before any search', () => {
  for (const piece of ['+', '%2c', 'a', '%61', '/']) {
    const asked = (query: string) => ({
      target: `/api/usc/documents?${query}`,
      path: '/api/usc/documents',
      method: 'GET',
      accept: '',
      authorization: '',
      x_api_key: '',
    });
    const short = piece.repeat(Math.floor(MOST_QUERY_CHARACTERS / piece.length));
    assert.is(evaluate('search', asked(short)), short);
    for (const length of [MOST_QUERY_CHARACTERS + 1, 7800]) {
      const long = asked(piece.repeat(Math.ceil(length / piece.length)));
      for (const step of ['search', 'decoded1', 'escaped_20', 'escaped_3B', 'query'])
        assert.is(evaluate(step, long), BEYOND, `${step} of ${piece}`);
    }
  }
});

test.run();
