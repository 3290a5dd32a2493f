import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { router } from '../../../build/contract/routing/route.ts';
import { SOURCES } from '../../../build/contract/sources.ts';
import { MOST_QUERY_CHARACTERS } from '../../../build/edge/maps/escapes.ts';
import { anyCase, literally } from '../../../build/edge/maps/map.ts';
import { routingMaps } from '../../../build/edge/maps/maps.ts';
import { hasLongQuery } from '../../helpers/edges/long-query.ts';
import { evaluator } from './evaluate.ts';

/** Which file the maps name, case by case; every one is the rule's, too. */

const evaluate = evaluator(routingMaps(SOURCES));
const route = router(SOURCES);

const fileOf = (target: string, accept = '', method = 'GET'): string =>
  evaluate('file', {
    ...{ target, method, accept, authorization: '', x_api_key: '' },
    path: decodeURIComponent(target.replace(/[?#].*$/s, '')),
  });

/** Files that the rule names. */
function named(files: Readonly<Record<string, string>>, accept?: string, method = 'GET'): void {
  for (const [target, file] of Object.entries(files)) {
    const routed = route({ method, target, ...(accept !== undefined && { accept }) });
    assert.is(routed.kind === 'file' ? `/${routed.path}` : routed.kind, file, `${target}, by the rule`);
    assert.is(fileOf(target, accept, method), file, target);
  }
}

/** What is no file by the rule either. */
function unnamed(targets: readonly string[], accept?: string, method = 'GET'): void {
  for (const target of targets) {
    const routed = route({ method, target, ...(accept !== undefined && { accept }) });
    assert.is.not(routed.kind, 'file', `${target}, by the rule`);
    assert.is(fileOf(target, accept, method), '', target);
  }
}

const USC = '/api/usc/documents';
const ECFR = '/api/ecfr/documents';
const FR = '/api/fr/documents';
const S106 = '/api/usc/documents/t17%2Fs106';
const MAY = '/api/fr/years/2018/05';

test('each page of a list by size, offset, cursor, order or filter has its file', () => {
  const behind = 'sort=identifier&limit=20';
  named({
    [`${USC}?limit=20`]: `${USC}.json`,
    [`${USC}?limit=`]: `${USC}.json`,
    [`${USC}?limit=000020&offset=000`]: `${USC}.json`,
    [`${USC}?sort=identifier`]: `${USC}.json`,
    [`${USC}?limitless=7&unlimit=9`]: `${USC}.json`,
    [`${USC}?offset=20`]: `${USC}/_q/${behind}&offset=20.json`,
    [`${USC}?title_number=17`]: `${USC}/_q/title_number=17.json`,
    [`${USC}?title_number=017&offset=40&sort=identifier`]: `${USC}/_q/title_number=17&${behind}&offset=40.json`,
    [`${USC}?title_number=17&offset=7&cursor=`]: `${USC}/_q/title_number=17&cursor=.json`,
    [`${USC}?offset=7&cursor=`]: `${USC}/_q/cursor=.json`,
    [`${USC}?cursor`]: `${USC}/_q/cursor=.json`,
    [`${USC}?offset=7&cursor=%2fus%2fusc%2ft1%2fs1`]: `${USC}/_q/${behind}&cursor=%2Fus%2Fusc%2Ft1%2Fs1.json`,
    [`${FR}?agency=Coastal+Works+Department`]: `${FR}/_q/agency=Coastal%20Works%20Department.json`,
    [`${USC}?t%69tl%65_n%75mb%65r=17`]: `${USC}/_q/title_number=17.json`,
    ...Object.fromEntries(
      ['t17%2Fch1', 't17/ch1', '%2Ft17/ch1', '/us/usc/t17/ch1', 'us%2fusc/t17/ch1', '//us/usc/t17/ch1'].map(
        spelled => [`${USC}?within=${spelled}`, `${USC}/_q/within=%2Fus%2Fusc%2Ft17%2Fch1.json`],
      ),
    ),
    [`${USC}?within=us/usc`]: `${USC}/_q/within=%2Fus%2Fusc%2Fus%2Fusc.json`,
    [`${USC}?within=/us/cfr/t1`]: `${USC}/_q/within=%2Fus%2Fusc%2Fus%2Fcfr%2Ft1.json`,
    [`${ECFR}?within=/us/cfr/t1/p1`]: `${ECFR}/_q/within=%2Fus%2Fcfr%2Ft1%2Fp1.json`,
  });
  unnamed([
    `${USC}?limit=200`,
    `${USC}?limit=2`,
    `${USC}?limit=0`,
    `${USC}?limit=x`,
    `${USC}?offset=30x`,
    `${USC}?sort=-identifier`,
    `${USC}?title_number=17&status=repealed`,
    `${USC}?within=t17&status=repealed`,
    `${USC}?within=t17&within=t17`,
    `${USC}?within=t17&limit=7`,
    `${USC}?title_number=x`,
    `${USC}?title_number=1&title_number=2`,
    `${USC}?api_key=a&api_key=b`,
    `${USC}?x=%ED%A0%80`,
    `${USC}?x=%ED%BF%BF`,
  ]);
});

test('a filter without files is left to the origin', () => {
  let asked = 0;
  for (const { id, filters, precomputed } of SOURCES)
    for (const { param, type, values } of filters) {
      if ((precomputed.pagesOf[param] ?? 0) > 0) continue;
      const value = values?.[0] ?? { integer: '7', boolean: 'true', date: '2018-05-10', string: 'x' }[type];
      unnamed([`/api/${id}/documents?${param}=${value}`]);
      asked++;
    }
  assert.ok(asked > 5, `${asked}`);
});

test('all spellings of boolean filters have their files', () => {
  const filters = SOURCES.flatMap(source =>
    source.filters
      .filter(({ type, param }) => type === 'boolean' && (source.precomputed.pagesOf[param] ?? 0) > 0)
      .map(({ param }) => [source.id, param] as const),
  );
  assert.ok(filters.length > 0);
  for (const [id, param] of filters)
    for (const [written, value] of [
      ['true', 'true'],
      ['1', 'true'],
      ['false', 'false'],
      ['0', 'false'],
    ])
      named({
        [`/api/${id}/documents?${param}=${written}`]: `/api/${id}/documents/_q/${param}=${value}.json`,
      });
});

test('each page of a month by hundreds has its file', () => {
  named({
    [MAY]: `${MAY}.json`,
    '/api/fr/years/2018/5': `${MAY}.json`,
    '/api/fr/years/2018/10': '/api/fr/years/2018/10.json',
    '/api/fr/years/2018/12?limit=100': '/api/fr/years/2018/12.json',
    [`${MAY}?offset=100`]: `${MAY}/_q/limit=100&offset=100.json`,
    [`${MAY}?offset=1200&limit=100`]: `${MAY}/_q/limit=100&offset=1200.json`,
  });
  unnamed([
    `${MAY}?offset=20`,
    `${MAY}?offset=120`,
    `${MAY}?limit=20`,
    `${MAY}?limit=1000`,
    '/api/fr/years/2018/13',
  ]);
});

test('each representation by format has its file', () => {
  named({
    [`${S106}?format=json`]: '/api/usc/documents/t17/s106.json',
    [`${S106}?format=markdown&fields=status`]: '/api/usc/documents/t17/s106.md',
    [`${S106}?format=text`]: '/api/usc/documents/t17/s106.txt',
    [`${S106}?fields=%20%2C+,`]: '/api/usc/documents/t17/s106.json',
  });
  named({ [`${S106}?fields=status`]: '/api/usc/documents/t17/s106.md' }, 'text/markdown');
  named({ [S106]: '/api/usc/documents/t17/s106.json' }, undefined, 'HEAD');
  unnamed([
    `${S106}?fields=status`,
    `${S106}?pinpoint=(a)`,
    `${S106}?pinpoint=%28a%29&format=text`,
    `${S106}?pinpoint=x`,
    `${S106}?fields=+status`,
    `${S106}?fields=%2C%20,status`,
    `${S106}?format=json&fields=body`,
    `${S106}?format=xml`,
  ]);
  unnamed([S106], undefined, 'POST');
});

test('quality values of Accept select the representation', () => {
  const file = (ending: string) => ({ [S106]: `/api/usc/documents/t17/s106${ending}` });
  named(file('.txt'), 'application/json;q=0, text/markdown;q=0.0, text/plain;q=0.1');
  named(file('.md'), 'application/json;q=0.2, text/markdown;q=0.3');
  named(file('.json'), 'application/json;q=0');
  named(file('.json'), 'image/png');
  // The whole rule is asked where a type stands twice.
  assert.is(fileOf(S106, 'application/json;q=0.1, application/json;q=0.9, text/plain;q=0.5'), '');
});

test('titles and changes have their files, and paths with dot segments none', () => {
  named({
    '/api/usc/titles/007': '/api/usc/titles/7.json',
    '/api/usc/titles/17': '/api/usc/titles/17.json',
    '/api/usc/titles/017': '/api/usc/titles/17.json',
    '/api/usc/titles/100': '/api/usc/titles/100.json',
    '/api/changes': '/changes/index.json',
    '/api/changes/17': '/changes/17.ndjson',
  });
  unnamed(['/api/changes?since=1', '/api/changes/0', '/api/changes/017', '/api/usc/titles/1000']);
  for (const dots of ['..', '.', '%2e%2e', '.%2E']) assert.is(fileOf(`${USC}/x/${dots}/t17/s106`), '', dots);
});

test('anyCase matches letters of either case, literally only the same', () => {
  for (const text of ['a.b', 'a[b', 'a(b|c)', 'a{2}', 'a*b+c?']) {
    const pattern = new RegExp(`^${literally(text)}$`);
    assert.ok(pattern.test(text), text);
    assert.not(pattern.test(text.replace(/[^a-c]/, 'x')), text);
  }
  assert.ok(new RegExp(`^${anyCase('Text/[*]')}$`).test('tEXT/*'));
});

test('the limit of a query does not depend on its path', () => {
  const path = `/${'a'.repeat(MOST_QUERY_CHARACTERS)}`;
  assert.not(hasLongQuery(path));
  assert.not(hasLongQuery(`${path}?x=1`));
  assert.not(hasLongQuery(`/?${'a'.repeat(MOST_QUERY_CHARACTERS)}`));
  assert.ok(hasLongQuery(`/?${'a'.repeat(MOST_QUERY_CHARACTERS + 1)}`));
});

test.run();
