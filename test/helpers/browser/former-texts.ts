import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveAppend } from '../../../build/archive/append.ts';
import { textDigest } from '../../../build/archive/text-digest.ts';
import { SAMPLE_CORPUS } from '../tree.ts';

/**
 * Former texts of the sample: 17 U.S.C. 106 of 2015 and 2018, § 109 of 2015 alone, 1 CFR 1.1 of 2019 with a § 1.3 that is § 1.2 now, and 33 CFR 971.2
 * before a rule of 2022.
 */

const fileOf = (name: string): string => readFileSync(join(SAMPLE_CORPUS, name), 'utf8');
const SECTION = 'usc/title-17/chapter-01/section-106.md';

/** Like `replace`, but fails where there is nothing to replace. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the sample has no "${from}"`);
  return text.replace(from, to);
}

const dated = (text: string, day: string): string => text.replace(/^currency: .*$/m, `currency: "${day}"`);

/** 17 U.S.C. 106: fifty years. */
const fifty = (): string => replaced(fileOf(SECTION), 'last twenty-five years', 'last fifty years');

/** Before that: hanging was (4) and reading (5), there was a sentence on prints, and none on mariners. */
function oldest(): string {
  const [reading, hanging] = [
    /^\*\*\(4\)\*\* (.*)$/m.exec(fifty())?.[1],
    /^\*\*\(5\)\*\* (.*)$/m.exec(fifty())?.[1],
  ];
  return fifty()
    .replace(/^\*\*\(4\)\*\* .*$/m, `**(4)** ${hanging?.replace(/\.$/, '; and')}`)
    .replace(/^\*\*\(5\)\*\* .*$/m, `**(5)** ${reading?.replace(/; and$/, '.')}`)
    .replace(
      /^No right under this section .*$/m,
      'A print that was pulled before the year 1900 is free to all.',
    );
}

interface Text {
  part: string;
  day: string;
  identifier: string;
  text: string;
  /** Documents that the edition no longer has. */
  gone?: RegExp;
  /** The edition lacked all that is not told of it. */
  isWhole?: boolean;
}

const FORMER = (): Text[] => [
  { part: 'usc/t17', day: '2015-01-01', identifier: '/us/usc/t17/s106', text: oldest() },
  {
    ...{ part: 'usc/t17', day: '2015-01-01', identifier: '/us/usc/t17/s109' },
    text: fileOf('usc/title-17/chapter-01/section-108.md').replaceAll('108', '109'),
  },
  { part: 'usc/t17', day: '2018-01-01', identifier: '/us/usc/t17/s106', text: fifty(), gone: /s109$/ },
  {
    ...{ part: 'ecfr/t1', day: '2019-01-01', identifier: '/us/cfr/t1/s1.1' },
    text: `${fileOf('ecfr/title-01/chapter-I/part-1/section-1.1.md')}\nA lamp is no mirror.\n`,
  },
  {
    ...{ part: 'ecfr/t1', day: '2019-01-01', identifier: '/us/cfr/t1/s1.3', isWhole: true },
    text: fileOf('ecfr/title-01/chapter-I/part-1/section-1.2.md').replaceAll('1.2', '1.3'),
  },
  {
    ...{ part: 'ecfr/t33', day: '2019-01-01', identifier: '/us/cfr/t33/s971.2' },
    text: replaced(
      fileOf('ecfr/title-33/chapter-IX/part-971/section-971.2.md'),
      'as the pianist asks',
      'none',
    ),
  },
];

/** Makes an archive of the former texts. */
export function archiveFormerTexts(folder: string): void {
  const archive = new ArchiveAppend(folder);
  try {
    for (const { part, day, identifier, text, gone, isWhole = false } of FORMER()) {
      const bytes = Buffer.from(dated(text, day));
      const seen = [{ day, edition: day, identifier, text: textDigest(bytes), read: () => bytes }];
      const isGone = (other: string): boolean => gone?.test(other) ?? false;
      archive.enter({ name: part, seen, isGone, edition: null, isWhole, isCurrent: false });
    }
    archive.commit();
  } finally {
    archive.close();
  }
}
