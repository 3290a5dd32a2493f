import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildTree, SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** An agency whose name means something to every filter language. */
export const HOSTILE_AGENCY = 'Office of `Ticks`, [Brackets] & "Quotes" (A || B) := \\\'C\\\'';

/** Where the long document says what no other document says. */
export const LAST_WORDS = 'the quartermaster inventoried seventeen obsidian astrolabes';

/** Notices that differ in a number. */
export const NEAR_IDENTICAL = 8;

const CHARACTERS = 3_500_000;

/** The tree of the sample corpus, and of documents that only search has to be afraid of. */
export async function searchTree(): Promise<string> {
  const corpus = join(temporaryFolder(), 'corpus');
  cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  const paragraph =
    'The committee considered the minutes of the harbor board, and adjourned without a vote.\n\n';
  const long = paragraph.repeat(CHARACTERS / paragraph.length);
  write(
    corpus,
    '2019-00001',
    'Minutes of the Harbor Board',
    `${long}At last ${LAST_WORDS} by night.\n\n${long.slice(0, 500)}`,
  );
  write(
    corpus,
    '2019-00002',
    'Markup <b>in</b> headings & "quotes"',
    'Use of <mark> & <script>alert(1)</script> in gazettes.',
  );
  write(
    corpus,
    '2019-00003',
    'Résumés of the Curaçao Keepers',
    'Each résumé names a façade.',
    HOSTILE_AGENCY,
  );
  write(
    corpus,
    '2019-00004',
    'Keepers of the Ticks',
    'The façade is repainted.',
    HOSTILE_AGENCY.toLowerCase(),
  );
  write(
    corpus,
    '2019-00005',
    'Ownership of Driftwood',
    'Whoever lands it keeps it. The Logbook Act (44 U.S.C. 2107) is silent.',
  );
  write(
    corpus,
    '2019-00006',
    'Reading of Old Entries',
    'Under the Logbook Act (44 U.S.C. 2107) anyone may read them. The Environmental Harbor Agency copies them.',
  );
  write(corpus, '2019-00007', 'Partnerships of Oarsmen', 'Two who row together share the fare.');
  write(corpus, '2019-00008', 'Oars, Rowlocks and Thwarts', 'A partner of an oarsman buys his own.');
  write(corpus, '2019-00010', 'Cards of Buoys', 'They follow 33 CFR part 62.');
  write(corpus, '2019-00011', 'Colors of Buoys', 'They follow 33 CFR 62.1.');
  for (let i = 0; i < NEAR_IDENTICAL; i++)
    write(
      corpus,
      `2019-0010${i}`,
      'Mooring Basin Closed for Dredging',
      `Mooring basin ${i} is closed for dredging. Mooring in the basin is closed.`,
    );
  write(corpus, '2019-00200', 'Dredging While a Mooring Basin Is Open', 'The basin stays open for mooring.');
  return (await buildTree(corpus)).dist;
}

function write(corpus: string, number: string, title: string, body: string, agency = 'Harbor Board'): void {
  const fields = {
    identifier: `/us/fr/${number}`,
    source: 'fr',
    legal_status: 'authoritative_unofficial',
    title,
    section_name: title,
    last_updated: '2019-01-07',
    document_number: number,
    document_type: 'notice',
    publication_date: '2019-01-07',
    agency,
    agencies: [agency],
  };
  const frontmatter = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const file = join(corpus, `fr/2019/01/${number}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `---\n${frontmatter.join('\n')}\n---\n\n# ${title}\n\n${body}\n`);
}
