import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { naturalKey } from '../../../../build/contract/natural-order.ts';
import { orderOf, placeOf } from '../../../../build/search/typesense/index/places.ts';
import { Random } from '../../../helpers/random.ts';
import { realDocuments, realTest } from '../../../helpers/real-corpora.ts';

const orderIn = (identifier: string): string => orderOf(naturalKey(identifier), identifier);

const compare = ([a, aRest]: [number, number], [b, bRest]: [number, number]): number =>
  Math.sign(a - b) || Math.sign(aRest - bRest);

/** Tells how often two neighbours have one place. @throws if a place comes before that of a smaller text */
function tiesOf(texts: readonly string[]): number {
  const places = [...texts].sort().map(placeOf);
  for (const [i, place] of places.entries()) {
    assert.ok(place.every(Number.isSafeInteger));
    assert.ok(i === 0 || compare(places[i - 1]!, place) <= 0);
  }
  return places.filter((place, i) => i > 0 && compare(places[i - 1]!, place) === 0).length;
}

test('identifiers of all usual forms have places of their own, in the natural order', () => {
  const numbers = [1, 2, 9, 10, 99, 100, 1234, 8901];
  const forms: ((n: number) => string)[] = [
    ...[(n: number) => `/us/usc/t${n}/s106a`, (n: number) => `/us/usc/t42/s300aa-${n}`],
    ...[
      (n: number) => `/us/usc/t16/s460${'abz'[n % 3]}–${n}`,
      (n: number) => `/us/usc/t5a/pl/95/521/t${['I', 'IV', 'VI'][n % 3]}/s${n}`,
    ],
    ...[
      (n: number) => `/us/usc/t28a/courtRules/Civ/rule${n}`,
      (n: number) => `/us/usc/t5a/reorgPlan/1951/${n}`,
    ],
    ...[(n: number) => `/us/usc/t11a/courtRules/Bankr/rule${n}.1`, (n: number) => `/us/cfr/t40/s52.${n}`],
    ...[(n: number) => `/us/cfr/t43/s3000.${n}-3000.9109`, (n: number) => `/us/cfr/t40/p${n}/spXX/appB`],
    ...[(n: number) => `/us/cfr/t2/p200/app${n}`, (n: number) => `/us/cfr/t33/p97/table${n}`],
    ...[(n: number) => `/us/fr/2018-${n}`, (n: number) => `/us/fr/E8-${n}`],
  ];
  const identifiers = forms.flatMap(form => numbers.map(form));
  assert.is(tiesOf(identifiers.map(orderIn)), 0);
});

test('a text never has a place before that of a smaller one', () => {
  const random = new Random(7);
  const pieces = [
    '\u0001',
    '\u0001us',
    '\u0001usc',
    '\u0001t217',
    's',
    '3106',
    '0',
    '9',
    'a',
    'z',
    '~',
    '-',
    '.',
    'é',
    'ü',
    '–',
  ];
  const texts = Array.from({ length: 5000 }, () =>
    Array.from({ length: random.below(9) }, () => random.pick(pieces)).join(''),
  );
  assert.ok(tiesOf([...new Set(texts)]) < texts.length);
});

test('the beginning of a text has a smaller place than the text', () => {
  for (const [short, long] of [
    ['a', 'a\u0001'],
    ['\u0001us\u0001usc\u0001t15', '\u0001us\u0001usc\u0001t15a'],
  ] as const)
    assert.ok(compare(placeOf(short), placeOf(long)) <= 0, short);
  assert.is(compare(placeOf(orderIn('/us/usc/t17/s106A')), placeOf(orderIn('/us/usc/t17/s106a'))), -1);
});

realTest(test, 'all real documents have places of their own', corpora => {
  const identifiers = realDocuments(corpora).flatMap(
    path => /^identifier: *["']?([^"'\n]+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? [],
  );
  assert.ok(identifiers.length > 14_000);
  assert.is(tiesOf([...new Set(identifiers)].map(orderIn)), 0);
});

test.run();
