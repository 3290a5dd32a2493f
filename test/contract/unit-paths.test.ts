import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { UnitPaths } from '../../build/contract/sources/entry.ts';
import { firstWord, unitOfWords, unitWords } from '../../build/contract/unit-paths.ts';

const PIERS: readonly UnitPaths[] = [
  {
    above: [
      ['wharf', 'w'],
      ['shed', 'sh'],
    ],
    kinds: [
      ['sketch', 'sk'],
      ['list', ''],
    ],
  },
  { above: [['wharf', 'w']], kinds: [['sketch', 'sk']] },
];

const words = (name: string) => unitWords(PIERS, name, () => []);
const unit = (...given: string[]) => unitOfWords(PIERS, given, some => some.length === 0);

test('the first row that covers an identifier makes its words, which lead back', () => {
  for (const [name, expected] of [
    ['w7/sk1', ['wharf-7', 'sketch-1']],
    ['w7/sk', ['wharf-7', 'sketch']],
    ['w7/shB/skA-C', ['wharf-7', 'shed-B', 'sketch-A-C']],
    ['w7/shB/9', ['wharf-7', 'shed-B', 'list-9']],
    ['w7/shB/skä 1', ['wharf-7', 'shed-B', 'sketch-%C3%A4%201']],
    ['wä 7/sk1', ['wharf-%C3%A4%207', 'sketch-1']],
  ] as const) {
    assert.equal(words(name), expected);
    assert.is(unit(...expected.map(decodeURIComponent)), name);
  }
});

test('an identifier that no row covers has no words', () => {
  for (const name of ['', 'sk1', 'w7', 'w/sk1', 'x7/sk1', 'w7/list1', 'w7/shB/x/sk1', 'a/w7/sk1'])
    assert.is(words(name), null, name);
});

test('words that no row covers give no identifier', () => {
  for (const given of [
    [],
    ['sketch-1'],
    ['wharf-7'],
    ['wharf', 'sketch-1'],
    ['wharf-', 'sketch-1'],
    ['wharf-7', 'sketch-'],
    ['wharf-7', 'sketch1'],
    ['wharf-7', 'list-1'],
    ['wharf-7', 'shed-B', 'list'],
    ['shed-B', 'wharf-7', 'sketch-1'],
    ['wharf-7/8', 'sketch-1'],
    ['wharf-7', 'sketch-1/2'],
    ['pier-1', 'wharf-7', 'sketch-1'],
  ])
    assert.is(unit(...given), null, given.join(' '));
});

test('levels before the first word of a row are ignored', () => {
  const levels = (before: string) => [`before-${before}`];
  assert.equal(unitWords(PIERS, 'w7/sk1', levels), ['before-wharf', 'wharf-7', 'sketch-1']);
  const given = ['pier-1', 'wharf-7', 'sketch-1'];
  const asked: [readonly string[], string][] = [];
  const found = unitOfWords(PIERS, given, (some, before) => {
    asked.push([some, before]);
    return some[0] === 'pier-1';
  });
  assert.is(found, 'w7/sk1');
  assert.equal(asked.at(-1), [['pier-1'], 'wharf']);
  assert.equal(PIERS.map(firstWord), ['wharf', 'wharf']);
});

test.run();
