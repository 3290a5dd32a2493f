import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../build/text/plain.ts';
import { withoutStrayStars } from '../../build/text/stray-stars.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { realBodies } from './real-bodies.ts';

const textOf = (markdown: string): string => plainText(markdown).trimEnd();

/** Emphasis marks that CommonMark takes for words. */
const MEANT: readonly (readonly [string, string])[] = [
  ['loans (*i.e.,*lamps on credit) and', 'loans (i.e.,lamps on credit) and'],
  ['lit.*See, e.g.,*Oil v. Wick,*at 7.', 'lit.See, e.g.,Oil v. Wick,*at 7.'],
  ['12 U.S.C. 1*et seq.,*based on oil', '12 U.S.C. 1et seq.,based on oil'],
  ['•*Mail:*Lamp Office', '•Mail:Lamp Office'],
  ['*Lamp date:*Lamps are lit', 'Lamp date:Lamps are lit'],
  ['one race of lamps*—*the old one', 'one race of lamps—the old one'],
  ['Part 9*—*Oil', 'Part 9—Oil'],
  ['see § 200.1*).* The lamp', 'see § 200.1). The lamp'],
  ['lamps*—Some Other Lamps—*on the form', 'lamps—Some Other Lamps—on the form'],
  ['*Provided**And provided further*', 'ProvidedAnd provided further'],
  ['under*Section 3—**Lamps,*paragraph 2', 'underSection 3—Lamps,paragraph 2'],
  ['**1[^1]**Notice', '1[1]Notice'],
  ['****Footnotes', 'Footnotes'],
  ['(b)* Policy.* The keeper shall', '(b) Policy. The keeper shall'],
  ['97.* It is ordered* that', '97. It is ordered that'],
  ['98. *It is ordered *that', '98. It is ordered that'],
  ['44. * It is ordered* that', '44. It is ordered that'],
  ['(1) *Keeper * means', '(1) Keeper  means'],
  ['• * Mail (on paper):* The office', '•  Mail (on paper): The office'],
  ['| *a,*b | c* |\n| --- | --- |\n| 1 | (*d.*e |', 'a,b\tc*\n1\t(d.e'],
  ['> (*i.e.,*lamps', '(i.e.,lamps'],
  ['- (*i.e.,*lamps', '(i.e.,lamps'],
  ['(*i.e.,*lamps) and (*e.g.,*oil)', '(i.e.,lamps) and (e.g.,oil)'],
];

for (const [markdown, text] of MEANT)
  test(`markup: ${JSON.stringify(markdown)}`, () => assert.is(textOf(markdown), text));

/** Literal stars. */
const STAY = [
  '(b) * * *',
  'the words *\u2000*\u2000* are omitted,*as here',
  'Oil* and wicks* are',
  '*Estimated. See oil, below',
  'at *10, 2010 WL 1, at *14 (M.D. 2010)',
  'Hours * $76.50 = cost, and rate * 3 = 9',
  '(5%*12,249) + (10%*11,950) + (95%*2,091)',
  '$12.07*4,280 and,*as here',
  '(1) * (2) = (3) and (3) * (4) = (5)',
  '(a) * b + (c) * d',
  'marked with a “*” behind,*as here',
  'marked with a (*) behind,*as here',
  'Oil*, wicks, and lamps* are',
  'Oil*—see below. Fat* too',
  'Alkyl* lamp chloride *(67%)',
  'keep** records and spinach**, too',
  '** 100,000',
  '(c) ***',
  'lamps**** measure',
  'wordshall*makes the use',
  'p < 0.05*; p < 0.01**; p < 0.001***',
  'see*The lamp * * * and,*as here',
];

for (const text of STAY)
  test(`words: ${JSON.stringify(text)}`, () => {
    assert.is(withoutStrayStars(text), text);
    assert.is(textOf(text), text);
  });

test('stars in code, escapes, bullets and rules are unchanged', () => {
  for (const markdown of [
    '    (*i.e.,*lamps)',
    '\t(*i.e.,*lamps)',
    '`(*i.e.,*lamps)`',
    '(\\*i.e.,*lamps)',
    '```\n(*i.e.,*lamps)\n```',
    '~~~\n(*i.e.,*lamps)\n~~~',
    '* one\n* two,*three',
    '24. * one',
    '* * *',
    '***',
    '2. * * *',
  ])
    assert.is(withoutStrayStars(markdown), markdown);
  assert.is(
    withoutStrayStars("the `new rule' (*i.e.,*lamps)"),
    "the `new rule' (i.e.,lamps)",
    'one backtick is no code',
  );
  assert.is(withoutStrayStars('\\[a] (*i.e.,*lamps)'), '\\[a] (i.e.,lamps)');
});

test('a flood of stars is unchanged within the bounded time', () => {
  const flood = '(*i.e.,*lamps) '.repeat(20_000);
  assert.is(withoutStrayStars(flood), flood);
  const few = '(*i.e.,*lamps) '.repeat(200);
  assert.is(withoutStrayStars(few), few.replaceAll('*', ''));
});

/** Ignores rows of stars, which stand for omitted text. */
const hasStars = (text: string): boolean => text.replace(/\*(?:\s+\*)+/g, '').includes('*');

realTest(test, 'real texts lose only marks of plain emphasis', corpora => {
  const [changed, left] = [[] as string[], [] as string[]];
  for (const [path, body] of realBodies(corpora)) {
    if (!body.includes('*')) continue;
    const without = withoutStrayStars(body);
    // After a number, a blank is removed with its star.
    const bare = (text: string): string => text.replace(/[* ]/g, '');
    if (bare(without) !== bare(body)) assert.unreachable(`${path}: more than stars`);
    if (without !== body) changed.push(path);
    if (hasStars(plainText(body))) left.push(path);
  }
  assert.is(changed.length, 115);
  // Footnotes, products, and unclear cases; 178 before.
  assert.is(left.length, 56);
});

test.run();
