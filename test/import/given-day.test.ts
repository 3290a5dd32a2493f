import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { readRoot } from '../../build/archive/archive.ts';
import { enterCorpus, type GivenDay, givenDays } from '../../build/import/archive-editions.ts';
import type { Report } from '../../build/import/import.ts';
import { historiesIn } from '../helpers/histories.ts';
import { edit } from '../helpers/rebuilding.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** Which documents of a corpus have the day that an import is given. */

const TITLE = 'usc/title-17';
const fileOf = (number: number): string => `${TITLE}/chapter-01/section-${number}.md`;

/** A corpus of two sections, current to 2014-01-03. */
function sections(): {
  corpus: string;
  enter: (asOf: string, day: GivenDay) => void;
  days: () => string[][];
} {
  const folder = temporaryFolder();
  const [corpus, archive] = [path.join(folder, 'corpus'), path.join(folder, 'archive')];
  for (const number of [106, 107]) {
    const target = path.join(corpus, fileOf(number));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(path.join(SAMPLE_CORPUS, fileOf(number)), target);
    edit(corpus, fileOf(number), text => told(text, 'currency: "2014-01-03"'));
  }
  return {
    corpus,
    enter(asOf, day) {
      const append = new ArchiveAppend(archive);
      const dayOf = (of: string): GivenDay => {
        assert.is(of, TITLE);
        return day;
      };
      enterCorpus(append, corpus, { asOf, dayOf, isCurrent: true, partial: new Set() });
      append.commit();
      append.close();
    },
    days: () =>
      readRoot(archive).parts.flatMap(part =>
        Array.from(historiesIn(archive, part), ([, runs]) =>
          runs.map(({ first, last }) => (first.day === last.day ? first.day : `${first.day} to ${last.day}`)),
        ),
      ),
  };
}

/** The text with other fields that tell its edition. */
const told = (text: string, fields: string): string =>
  text.replace(/^(?:currency|release_point): .*\n/gm, '').replace(/^source: /m, `${fields}\nsource: `);

test('a day is that of all documents, of new texts, or of those that tell none', () => {
  const wanted: [GivenDay, string[][]][] = [
    ['all', [['2014-01-03', '2020-01-01'], ['2014-01-03 to 2020-01-01']]],
    ['new', [['2014-01-03', '2020-01-01'], ['2014-01-03']]],
    ['undated', [['2014-01-03', '2015-01-01'], ['2014-01-03 to 2015-01-01']]],
  ];
  for (const [day, days] of wanted) {
    const { corpus, enter, days: found } = sections();
    enter('2019-01-01', 'undated');
    assert.equal(found(), [['2014-01-03'], ['2014-01-03']]);
    edit(corpus, fileOf(106), text => told(`${text}\nOne.\n`, 'currency: "2015-01-01"'));
    edit(corpus, fileOf(107), text => told(text, 'currency: "2015-01-01"'));
    enter('2020-01-01', day);
    assert.equal(found(), days, day);
  }
});

test('a text that tells no day has the given one, once', () => {
  const { corpus, enter, days } = sections();
  for (const number of [106, 107]) edit(corpus, fileOf(number), text => told(text, ''));
  enter('2020-01-01', 'undated');
  enter('2021-01-01', 'undated');
  assert.equal(days(), [['2020-01-01'], ['2020-01-01']]);
});

test('titles that were imported have it, parts of titles only their new texts, all others nothing', () => {
  const edition = (folder: string, isWhole: boolean) => ({ summary: { edition: { folder, isWhole } } });
  const report = {
    imported: [
      edition('usc/title-01', true),
      edition('ecfr/title-40', true),
      edition('ecfr/title-40', false),
    ],
    unchanged: [
      edition('usc/title-02', true),
      edition('ecfr/title-02', false),
      edition('ecfr/title-02', true),
    ],
    older: [edition('usc/title-03', true)],
  };
  const dayOf = givenDays(report as unknown as Report);
  const folders = [
    'usc/title-01',
    'usc/title-02',
    'usc/title-03',
    'usc/title-04',
    'ecfr/title-40',
    'ecfr/title-02',
  ];
  assert.equal(folders.map(dayOf), ['all', 'all', 'undated', 'undated', 'new', 'new']);
});

test.run();
