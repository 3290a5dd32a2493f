import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commentsDay, effectiveDay, filingDay, writtenDay } from '../../../build/import/fr/dates.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { judgedDays } from '../oracle/fr-dates.ts';
import { below, childOf, elementsIn, lineOf, parseXml } from '../oracle/tree.ts';

test('written days are read as ISO days', () => {
  assert.is(writtenDay('Friday, April 15, 2016'), '2016-04-15');
  assert.is(writtenDay('March 5 2018'), '2018-03-05');
  assert.is(writtenDay('February 30, 2018'), null);
  assert.is(writtenDay('some day'), null);
  assert.is(filingDay('[FR Doc. 2016-08970 Filed 4-14-16; 11:15 a.m.]'), '2016-04-14');
  assert.is(filingDay('Filed 12–9–98; 8:45 am'), '1998-12-09');
  assert.is(filingDay('[FR Doc. 2016-08970'), null);
});

for (const [text, day] of [
  ['Effective May 10, 2018.', '2018-05-10'],
  ['Effective Date: May 10, 2018.', '2018-05-10'],
  ['This final rule is effective on May 10, 2018.', '2018-05-10'],
  ['This change in procedures will be effective on May 10, 2018.', '2018-05-10'],
  ['Effective May 10, 2018, through December 31, 2018.', '2018-05-10'],
  ['This AD is effective May 10, 2018. The Office must receive comments by June 1, 2018.', '2018-05-10'],
  ['Effective date: This rule is effective May 10, 2018. Applicability date: It applies then.', '2018-05-10'],
  ['The expansion of the scope becomes effective on May 10, 2018.', '2018-05-10'],
  ['Provider approvals are effective May 10, 2018, through April 30, 2019.', '2018-05-10'],
  ['The approval of Lamps, Inc., as keeper became effective on May 10, 2018.', '2018-05-10'],
  ['Section 3 is effective July 1, 2018.', null],
  ['The amendments to § 3.1 are effective July 1, 2018.', null],
  ['The amendments to subpart B are effective July 1, 2018.', null],
  ['This rule is effective from 10:30 a.m. until 11:35 a.m. on May 10, 2018.', null],
  ['This action is effective immediately upon publication May 10, 2018.', null],
  ['This rule is effective May 10, 2018. Section 3 is effective July 1, 2018.', null],
  ['This rule is effective May 10, 2018, except for section 3.', null],
  ['The effective date of the rule published March 1, 2016, is delayed to May 16, 2016.', null],
  ['The rule is effective upon publication.', null],
  ['Comments are due May 10, 2018.', null],
] as const) {
  test(`effective: ${text}`, () => assert.is(effectiveDay(text), day));
}

for (const [text, day] of [
  ['Comments must be received on or before March 13, 2024.', '2024-03-13'],
  ['Written comments must be received on or before 5 p.m. EST on Friday, May 6, 2016.', '2016-05-06'],
  ['This rule is effective July 9, 2012. Submit comments by August 1, 2012.', '2012-08-01'],
  ['Comments on forms are due by May 1, 2012. Comments on the rule must be received by June 1, 2012.', null],
  ['Submit comments to the Office up to November 1, 2017.', '2017-11-01'],
  ['Members may speak during the comment session on October 17, 2017.', null],
  ['Comments are due by May 1, 2012, and replies to them by June 1, 2012.', null],
  ['Comments may be submitted at any time.', null],
  ['The comment period is extended from May 1, 2012, to June 1, 2012.', null],
  ['The meeting is on May 1, 2012.', null],
] as const) {
  test(`comments: ${text}`, () => assert.is(commentsDay(text), day));
}

/** The words on dates of all documents in a folder's XML. */
const datesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.xml'))
    .flatMap(name => {
      const root = parseXml(readFileSync(join(folder, name), 'utf8'));
      return [root, ...below(root)]
        .filter(({ name }) => /^(?:RULE|PRORULE|NOTICE|PRESDOCU)$/.test(name))
        .map(document => childOf(document, 'PREAMB'))
        .map(preamble => (preamble ? elementsIn(preamble) : []))
        .map(parts =>
          parts
            .filter(({ name }) => name === 'DATES' || name === 'EFFDATE')
            .flatMap(elementsIn)
            .filter(({ name }) => name === 'P' || name === 'FP')
            .map(paragraph => lineOf(paragraph))
            .join(' '),
        )
        .filter(text => text !== '');
    });

function assertAsJudged(texts: readonly string[]): number {
  let days = 0;
  for (const text of texts) {
    const found = { effective: effectiveDay(text), comments: commentsDay(text) };
    assert.equal(found, judgedDays(text), text);
    days += Object.values(found).filter(day => day !== null).length;
  }
  return days;
}

officialTest(
  test,
  'official-xml',
  'the days of all documents are those that a reader takes from their words',
  folder => {
    const days = assertAsJudged(datesIn(join(folder, 'fr')));
    assert.ok(days > 130, `${days} days`);
  },
);

officialTest(
  test,
  'other-forms',
  'the days of an issue, and those that federalregister.gov tells of the same words',
  folder => {
    assert.ok(assertAsJudged(datesIn(join(folder, 'fr-issue'))) > 50);
    const json = readdirSync(join(folder, 'fr-json'))
      .map(name => JSON.parse(readFileSync(join(folder, 'fr-json', name), 'utf8')) as Record<string, unknown>)
      .filter(({ dates }) => typeof dates === 'string');
    assert.ok(json.length > 0);
    for (const { dates, effective_on, comments_close_on } of json) {
      assert.is(effectiveDay(String(dates)), effective_on ?? null);
      assert.is(commentsDay(String(dates)), comments_close_on ?? null);
    }
  },
);

test.run();
