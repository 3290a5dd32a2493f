import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertSameTree, buildHere } from '../helpers/builds.ts';
import { now, write } from '../helpers/rebuilding.ts';
import {
  assertInverse,
  briefly,
  type Lists,
  referencesOf,
  referencesOfLevel,
} from '../helpers/references.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from '../helpers/written-corpus.ts';

/** References to levels whose number others have: `p52` and `p52~2`. */

const documentOf = (fields: Readonly<Record<string, unknown>>, words: string): string =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}---\n\n# Heading\n\n${words}\n`;

const ofPart = (number: string, name: string, words = 'Gulls rest here.'): string => {
  const [part = ''] = number.split('.');
  return documentOf(
    {
      ...{ identifier: `/us/cfr/t40/s${number}`, source: 'ecfr', title: `40 CFR § ${number} - Gulls` },
      ...{ title_number: 40, title_name: 'ROCKS', section_number: number, last_updated: '2024-01-01' },
      ...{ part_number: part, part_name: name },
    },
    words,
  );
};

const ofChapter = (number: number, chapter: string, subchapter: string, words = 'Gulls rest here.'): string =>
  documentOf(
    {
      ...{ identifier: `/us/usc/t30/s${number}`, source: 'usc', title: `30 USC § ${number} - Gulls` },
      ...{ title_number: 30, title_name: 'ROCKS', section_number: `${number}`, last_updated: '2024-01-01' },
      ...{
        chapter_number: '3',
        chapter_name: chapter,
        subchapter_number: subchapter,
        subchapter_name: 'Nests',
      },
    },
    words,
  );

const rule = documentOf(
  {
    ...{ identifier: '/us/fr/2024-00001', source: 'fr', title: 'Gulls', document_number: '2024-00001' },
    ...{ document_type: 'rule', publication_date: '2024-01-02', last_updated: '2024-01-02' },
    cfr_references: ['40 CFR Part 52'],
  },
  'Gulls.',
);

const SECTION = (number: string): string => `ecfr/title-40/section-${number}.md`;

const CORPUS = {
  [SECTION('51.1')]: ofPart('51.1', 'Cliffs'),
  [SECTION('52.1')]: ofPart('52.1', 'Plans'),
  [SECTION('52.900')]: ofPart('52.900', 'Plans (continued)'),
  [SECTION('53.1')]: ofPart('53.1', 'Tides'),
  [SECTION('60.1')]: ofPart('60.1', 'Winds', 'As 40 CFR part 52 says.'),
  [SECTION('61.1')]: ofPart('61.1', 'Rains', 'As 40 CFR parts 51–53 say.'),
  [SECTION('62.1')]: ofPart(
    '62.1',
    'Snow',
    'As [part 52](/us/cfr/t40/p52) to 53 and [it](/us/cfr/t40/p52~2) say.',
  ),
  'usc/title-30/section-1.md': ofChapter(1, 'Cliffs', 'I'),
  'usc/title-30/section-2.md': ofChapter(2, 'Caves', 'I'),
  'usc/title-30/section-3.md': ofChapter(3, 'Caves', 'IX'),
  'usc/title-30/section-4.md': ofChapter(
    4,
    'Cliffs',
    'II',
    'See [a](/us/usc/t30/ch3/schI), [b](/us/usc/t30/ch3/schIX) and [c](/us/usc/t30/ch3/schII).',
  ),
  'fr/2024/01/2024-00001.md': rule,
};

function built() {
  const corpus = writeCorpus(CORPUS);
  const dist = path.join(temporaryFolder(), 'dist');
  const build = async (): Promise<void> => {
    await buildHere(corpus, dist, { bulk: false, now });
    assertInverse(dist);
  };
  return { corpus, dist, build };
}

const all = (lists: Lists | null, list: 'cites' | 'cited_by'): string[] => briefly(lists?.[list] ?? []);

test('a citation of a number that several levels have cites each of them', async () => {
  const { dist, build } = built();
  await build();
  const cites = (name: string) => all(referencesOf(dist, 'ecfr', name), 'cites');
  assert.equal(cites('t40/s60.1'), ['text 1 /us/cfr/t40/p52', 'text 1 /us/cfr/t40/p52~2']);
  assert.equal(all(referencesOf(dist, 'fr', '2024-00001'), 'cites'), [
    'amendment 1 /us/cfr/t40/p52',
    'amendment 1 /us/cfr/t40/p52~2',
  ]);
  const members = ['p51', 'p52', 'p52~2', 'p53'].map(part => `text 1 /us/cfr/t40/${part}`);
  assert.equal(cites('t40/s61.1'), members);
  for (const part of ['t40/p52', 't40/p52~2'])
    assert.equal(
      (referencesOfLevel(dist, 'ecfr', part)?.cited_by ?? []).map(({ identifier }) => identifier).sort(),
      ['/us/cfr/t40/s60.1', '/us/cfr/t40/s61.1', '/us/cfr/t40/s62.1', '/us/fr/2024-00001'],
      part,
    );
});

test('a level that is named by its own identifier, or that alone has its number, is meant alone', async () => {
  const { dist, build } = built();
  await build();
  assert.equal(all(referencesOf(dist, 'usc', 't30/s4'), 'cites'), [
    'text 1 /us/usc/t30/ch3/schI',
    'text 1 /us/usc/t30/ch3/schII',
    'text 1 /us/usc/t30/ch3~2/schI',
    'text 1 /us/usc/t30/ch3~2/schIX',
  ]);
});

test('when a level gets and loses another one of its number, references follow', async () => {
  const { corpus, dist, build } = built();
  await build();
  const cites = () => all(referencesOf(dist, 'ecfr', 't40/s60.1'), 'cites');
  const night = async (): Promise<void> => {
    await build();
    const cold = `${dist}-cold`;
    await buildHere(corpus, cold, { bulk: false, now });
    assertSameTree(dist, cold);
    fs.rmSync(cold, { recursive: true });
  };
  write(corpus, SECTION('52.900'), ofPart('52.900', 'Plans'));
  await night();
  assert.equal(cites(), ['text 1 /us/cfr/t40/p52']);
  write(corpus, SECTION('52.900'), ofPart('52.900', 'Plans (continued)'));
  await night();
  assert.equal(cites(), ['text 1 /us/cfr/t40/p52', 'text 1 /us/cfr/t40/p52~2']);
  fs.rmSync(path.join(corpus, SECTION('52.1')));
  await night();
  assert.equal(cites(), ['text 1 /us/cfr/t40/p52']);
});

test.run();
