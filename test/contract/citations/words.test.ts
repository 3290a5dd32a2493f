import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNITS } from '../../../build/contract/citations/appendices-rules-plans.ts';
import { LAWS } from '../../../build/contract/citations/laws.ts';
import { alone } from '../../../build/contract/citations/readings.ts';
import { lawsIn, unitsIn } from '../../../build/contract/citations/units-and-laws.ts';
import { allMatches } from '../../../build/contract/match-at.ts';
import { Random } from '../../helpers/random.ts';

/** Patterns are tried only where their words are: no citation may be lost by that. */

const WRITTEN = [
  ...[
    '2 CFR Part 200, Appendix II',
    '2 CFR 200App. II',
    '23 C.F.R. 230, Subpart A, Appendix A',
    '23 CFR 772 Table 1',
  ],
  ...['Appendix II to 2 CFR part 200', '2 CFR appx. A(1) to part 200', 'Table to 2 CFR 200'],
  ...[
    'appendix A to subpart B of part 230 of title 23, Code of Federal Regulations',
    'app. to part 2 of title 3',
  ],
  ...[
    'Fed. R. Crim. P. 11',
    'F.R.Crim.P.rule 11',
    'FRCrP, r.11',
    'Federal Rules of Criminal Procedure, Rule 11',
  ],
  ...[
    'Fed.R.Bankr.P. 3015.1(c)',
    'FRBP 1',
    'frcprule 12',
    'Rule 12(b)(6), Fed. R. Civ. P.',
    'FRAP 4',
    'F. R. App. P. 4',
  ],
  ...['FRE 404', 'frer. 404', 'FRE404', 'Rule 404 of the FRE', 'rule 404 of the Federal Rule of Evidence'],
  ...[
    'rule 11(a) of the FRCrP',
    'Rule 9, FRBP',
    'rules 4 Fed. R. App. P.',
    '11a rule 1001',
    '18 U.S.C. App. Rule 11',
    'title 28 appendix, rule 4',
    '18 USCapprule 11',
  ],
  ...['Reorganization Plan No. 3 of 1970', '5 U.S.C. App. Reorg. Plan ii of 1970'],
  ...[
    'Pub. L. 94-553, title I, § 101(a)',
    'publ94 - 553',
    'P. L. 94-553',
    'P.L. No. 94-553',
    'public law 94-553',
  ],
  ...['section 101(a) of title I of Public Law 94-553', '90 Stat. 2541', '90stat2541', '1 Stat., 2'],
];
const FILLERS = [
  'free',
  'table',
  'applies',
  'the rule',
  'public',
  'state 9',
  'stat',
  'evidence',
  'see',
  '.',
  '(',
  'R.',
];

/** Texts with these citations, some of them cut or run together. */
function* texts(): Generator<string> {
  yield* WRITTEN;
  const random = new Random(34);
  for (let i = 0; i < 3000; i++) {
    const words = Array.from({ length: 1 + random.below(6) }, () =>
      random.pick(random.chance(0.5) ? WRITTEN : FILLERS),
    );
    const text = words.join(random.pick([' ', ', ', '', ' the ']));
    yield random.chance(0.3) ? text.slice(random.below(10), text.length - random.below(10)) : text;
  }
}

const PATTERNS = [...UNITS, ...LAWS].map(one => ({
  pattern: alone(one.source),
  words: new RegExp(one.words, 'i'),
}));

test('wherever a pattern matches are its words', () => {
  let matches = 0;
  for (const text of texts())
    for (const { pattern, words } of PATTERNS)
      for (const [match] of text.matchAll(pattern)) {
        matches++;
        assert.match(text, words, match);
      }
  assert.ok(matches > 3000, `${matches} matches`);
});

test('every pattern has an example', () => {
  for (const { pattern } of PATTERNS)
    assert.ok(
      WRITTEN.some(text => new RegExp(pattern).test(text)),
      pattern.source,
    );
});

test('units and laws are those that all patterns find', () => {
  for (const text of texts()) {
    const places = (patterns: readonly { source: string }[]): number[] =>
      patterns.flatMap(({ source }) => Array.from(text.matchAll(alone(source)), ({ index }) => index));
    assert.equal(
      [...unitsIn(text)].map(({ at }) => at),
      places(UNITS),
      text,
    );
    assert.equal(
      [...lawsIn(text)].map(({ at }) => at),
      places(LAWS),
      text,
    );
  }
});

test('common words are no words of citations', () => {
  const common =
    'A free person applies for a reasonable, public rule of the state with evident frequency and plans.';
  for (const { words } of PATTERNS) assert.not.match(common, words);
});

test('all matches are found in order, also after a search that was given up', () => {
  const pattern = /\d+/g;
  pattern.lastIndex = 4;
  const numbers = (text: string) => allMatches(pattern, text).map(match => [match[0], match.index]);
  assert.equal(numbers('1, 22 and 333'), [
    ['1', 0],
    ['22', 3],
    ['333', 10],
  ]);
  assert.equal(numbers('none'), []);
  assert.equal(numbers('1'), [['1', 0]]);
});

test.run();
