import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  effectiveEvents,
  formerCredit,
  lawEvents,
  pageEvents,
  removalEvent,
  type WrittenEvent,
} from '../../build/contract/credit-events.ts';

/** Events that credits and notes tell. */

const shown = (events: readonly (WrittenEvent | null)[]): string[] =>
  events.map(event => `${event?.date} ${event?.kind} ${event?.law ?? event?.page}`);

test('the first law of a credit enacts, the others amend', () => {
  const credit =
    '(Pub. L. 94–953, title I, § 11, Nov. 4, 1975, 90 Stat. 9546; Pub. L. 101–949, title V, § 504, Dec. 12, 1989, 104 Stat. 9128.)';
  assert.equal(shown(lawEvents(credit, [])), [
    '1975-11-04 enacted /us/pl/94/953',
    '1989-12-12 amended /us/pl/101/949',
  ]);
  assert.equal(
    lawEvents(credit, []).map(({ citation }) => citation),
    [
      'Pub. L. 94–953, title I, § 11, Nov. 4, 1975, 90 Stat. 9546',
      'Pub. L. 101–949, title V, § 504, Dec. 12, 1989, 104 Stat. 9128',
    ],
  );
});

test('a citation loses the bracket around all laws, and no other', () => {
  const citations = (credit: string) => lawEvents(credit, []).map(({ citation }) => citation);
  assert.equal(citations('(Pub. L. 90–999, § 3(d); Pub. L. 91–999, § 4(a).)'), [
    ...['Pub. L. 90–999, § 3(d)', 'Pub. L. 91–999, § 4(a)'],
  ]);
});

test('identifiers of the corpus, which name sections of laws, win; those of other laws do not', () => {
  const credits = ['/us/pl/94/95', '/us/pl/94/9531', '/us/stat/90/9546', '/us/pl/94/953/tI/s11'];
  assert.equal(shown(lawEvents('(Pub. L. 94-953, Nov. 4, 1975, 90 Stat. 9546.)', credits)), [
    '1975-11-04 enacted /us/pl/94/953/tI/s11',
  ]);
});

test('old laws have the page of the Statutes, and laws without a day null', () => {
  const credit =
    '(June 25, 1948, ch. 645, 62 Stat. 9683; May 24, 1949, ch. 139, § 1, 63 Stat. 989; Pub. L. 90–999.)';
  assert.equal(shown(lawEvents(credit, [])), [
    '1948-06-25 enacted /us/stat/62/9683',
    '1949-05-24 amended /us/stat/63/989',
    'null amended /us/pl/90/999',
  ]);
  assert.equal(lawEvents('', []), []);
  assert.equal(lawEvents('(No law at all.)', []), []);
});

test('a section that was added to an act is enacted by the later law, and a number that changes is a transfer', () => {
  assert.equal(
    shown(
      lawEvents('(July 22, 1954, ch. 558, § 17, as added Pub. L. 97–957, Oct. 19, 1982, 96 Stat. 9710.)', []),
    ),
    ['1982-10-19 enacted /us/pl/97/957'],
  );
  const moved =
    '(Added Pub. L. 89–954, Sept. 6, 1966, 80 Stat. 9001, § 190; renumbered § 610, Pub. L. 95–954, Oct. 13, 1978, 92 Stat. 9111, as amended Pub. L. 96–954, Oct. 14, 1980, 94 Stat. 9222; renumbered § 611 and amended Pub. L. 97–954, Oct. 1, 1982, 96 Stat. 9333; repealed Pub. L. 98–954, Oct. 2, 1984.)';
  assert.equal(shown(lawEvents(moved, [])), [
    '1966-09-06 enacted /us/pl/89/954',
    '1978-10-13 transferred /us/pl/95/954',
    '1980-10-14 amended /us/pl/96/954',
    '1982-10-01 transferred /us/pl/97/954',
    '1982-10-01 amended /us/pl/97/954',
    '1984-10-02 repealed /us/pl/98/954',
  ]);
});

test('a regulation has the pages of its rules', () => {
  const credit =
    '[41 FR 99986, Oct. 26, 1976. Redesignated at 44 FR 9177, May 31, 1979, as amended at 48 FR 9544 and 9552, Sept. 29, 1983; 85 FR 99,976 July 20, 2020; 86 FR 1]';
  assert.equal(shown(pageEvents(credit)), [
    '1976-10-26 enacted 41 FR 99986',
    '1979-05-31 transferred 44 FR 9177',
    '1983-09-29 amended 48 FR 9544',
    '2020-07-20 amended 85 FR 99976',
    'null amended 86 FR 1',
  ]);
  assert.is(pageEvents(credit)[2]?.citation, '48 FR 9544 and 9552, Sept. 29, 1983');
  assert.equal(shown(pageEvents('[41 FR 99986, Oct. 26, 1976. Repealed at 44 FR 9177, May 31, 1979]')), [
    '1976-10-26 enacted 41 FR 99986',
    '1979-05-31 repealed 44 FR 9177',
  ]);
  assert.equal(shown(pageEvents('51 FR 99710, June 3, 1986, unless otherwise noted.')), [
    '1986-06-03 enacted 51 FR 99710',
  ]);
});

test('what is left of a repealed section tells by which law, and which laws it had', () => {
  const heading = '17 USC § 601 - Repealed. Pub. L. 111–995, § 4(a), Dec. 9, 2010, 124 Stat. 9180]';
  assert.equal(shown([removalEvent(heading)]), ['2010-12-09 repealed /us/pl/111/995']);
  assert.is(removalEvent(heading)?.citation, 'Pub. L. 111–995, § 4(a), Dec. 9, 2010, 124 Stat. 9180');
  assert.equal(shown([removalEvent('§ 5. Transferred, May 1, 1999')]), ['1999-05-01 transferred null']);
  assert.equal(shown([removalEvent('§ 5. Renumbered § 6, Pub. L. 94–953, Oct. 19, 1976')]), [
    '1976-10-19 transferred /us/pl/94/953',
  ]);
  assert.is(removalEvent('17 USC § 106 - Repealed statutes'), null);
  const note =
    '# [§ 601.]\n\n## Notes\n\nSection, [Pub. L. 94–953, § 101](/us/pl/94/953/s101), Oct. 19, 1976, 90 Stat. 9588; Pub. L. 97–915, July 13, 1982, 96 Stat. 978, related to the ringing of bells.\n';
  assert.equal(shown(lawEvents(formerCredit(note) ?? '', [])), [
    '1976-10-19 enacted /us/pl/94/953',
    '1982-07-13 amended /us/pl/97/915',
  ]);
  assert.is(formerCredit('# § 1.\n\nSection 5 is of Pub. L. 94–953.\n'), null);
});

test('notes on effective dates give the days that they write, each with its law', () => {
  const body = [
    '# § 1. Bells',
    'This section is effective May 1, 1990.',
    '#### Effective Date of 1998 Amendment',
    'Amendment by [section 102 of Pub. L. 105–904](/us/pl/105/904/s102) effective Oct. 28, 1998, except as provided, and amendment by Pub. L. 105–905 effective as of May 20, 2002.',
    '> “This Act shall take effect on the date of the enactment of this Act [Nov. 29, 1999].”',
    'Amendment by Pub. L. 105–906 effective 6 months after Nov. 30, 2004.',
    '#### Amendments',
    'Pub. L. 105–907 effective Jan. 1, 2003.',
    '## Effective Date',
    'Section effective Jan. 1, 1978.',
  ].join('\n\n');
  assert.equal(shown(effectiveEvents(body, ['/us/pl/105/904/tI'])), [
    '1998-10-28 effective /us/pl/105/904/tI',
    '2002-05-20 effective /us/pl/105/905',
    '1999-11-29 effective /us/pl/105/905',
    '1978-01-01 effective null',
  ]);
  assert.is(effectiveEvents(body, [])[0]?.citation, 'Effective Date of 1998 Amendment');
});

test('hostile texts take no time, and events have a bound', () => {
  const started = process.cpuUsage().user;
  const many = `## Effective Date\n\n${Array.from({ length: 2000 }, (_, i) => `Pub. L. 105–${i} effective May 1, 1999.`).join(' ')}`;
  assert.is(effectiveEvents(many, []).length, 500);
  for (const text of [
    '[',
    '](/',
    'effective ',
    'Pub. L. ',
    '51 FR 1, ',
    'Section, acts ',
    '## Effective Date\n',
    '(',
    '1 FR 1 and ',
  ])
    for (const repeated of [text.repeat(40_000), `## Effective Date\n\n${text.repeat(40_000)}`]) {
      effectiveEvents(repeated, []);
      formerCredit(repeated);
      lawEvents(repeated.slice(0, 20_000), []);
      pageEvents(repeated.slice(0, 20_000));
      removalEvent(repeated.slice(0, 2000));
    }
  const seconds = (process.cpuUsage().user - started) / 1e6;
  assert.ok(seconds < 20, `${seconds} s`);
});

test.run();
