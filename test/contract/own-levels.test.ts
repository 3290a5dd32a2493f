import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type LevelAnswer, ownLevel, ownLevelIdentifiers } from '../../build/contract/own-levels.ts';
import type { HierarchyLevel, Metadata, SourceId } from '../../build/contract/sources.ts';

/** A level, and its documents by their sections. */
interface Made extends HierarchyLevel {
  sections?: readonly string[];
  children?: readonly Made[];
  identifier: string;
}

const made = (
  identifier: string,
  [level, number, name]: readonly [string, string, string | null],
  inside: Pick<Made, 'sections' | 'children'>,
): Made => ({ identifier, level, number, name, ...inside });

/** The answers about levels, and the identifiers that were asked for. */
function answers(root: Made): { read: (identifier: string) => Promise<LevelAnswer | null>; asked: string[] } {
  const known = new Map<string, LevelAnswer>();
  const enter = (level: Made, path: readonly Made[]): void => {
    const { identifier, sections = [], children = [] } = level;
    const documents = sections.map(section => ({ identifier: section }));
    known.set(identifier, { identifier, path, children, documents });
    for (const child of children) enter(child, [...path, level]);
  };
  enter(root, []);
  const asked: string[] = [];
  const read = async (identifier: string): Promise<LevelAnswer | null> => {
    asked.push(identifier);
    return known.get(identifier) ?? null;
  };
  return { asked, read };
}

const GENERAL = ['subchapter', 'I', 'General'] as const;

const T30 = made('/us/usc/t30', ['title', '30', 'Mineral Lands'], {
  sections: ['s8'],
  children: [
    made('/us/usc/t30/ch33', ['chapter', '33', 'Cliffs'], { sections: ['s33'] }),
    // The order of the law is not that of the numbers behind.
    made('/us/usc/t30/ch3~2', ['chapter', '3', 'Cliffs'], {
      sections: ['s9'],
      children: [
        made('/us/usc/t30/ch3~2/schI', GENERAL, { sections: ['s3'] }),
        made('/us/usc/t30/ch3~2/schI~2', ['subchapter', 'I', 'Heights'], { sections: ['s4'] }),
      ],
    }),
    made('/us/usc/t30/ch3', ['chapter', '3', 'Nests  of Gulls'], {
      sections: ['s2', 's5'],
      children: [made('/us/usc/t30/ch3/schI', GENERAL, { sections: ['s1'] })],
    }),
    made('/us/usc/t30/ch3~10', ['chapter', '3', 'Tides'], { sections: ['s10'] }),
  ],
});

const fields = (chapter: string | null, subchapter: string | null = null): Metadata => ({
  title_number: 30,
  ...{ chapter_number: '3', chapter_name: chapter },
  ...(subchapter !== null && { subchapter_number: 'I', subchapter_name: subchapter }),
});

const document = (identifier: string, metadata: Metadata, source: SourceId = 'usc') => ({
  ...{ source, identifier, metadata },
});

const TITLE = '/us/usc/t30';
const FIRST = `${TITLE}/ch3`;
const SECOND = `${TITLE}/ch3~2`;

test('the level with the number lists the document, else the one with its names, found from the title', async () => {
  for (const [section, metadata, levels, asked] of [
    ['s1', fields('Nests of gulls', 'General'), [TITLE, FIRST, `${FIRST}/schI`], [`${FIRST}/schI`]],
    ['s2', fields('NESTS OF GULLS'), [TITLE, FIRST], [FIRST]],
    ['s9', fields(' cliffs '), [TITLE, SECOND], [FIRST, TITLE, SECOND]],
    ['s10', fields('Tides'), [TITLE, `${TITLE}/ch3~10`], [FIRST, TITLE, `${TITLE}/ch3~10`]],
    [
      's3',
      fields('Cliffs', 'General'),
      [TITLE, SECOND, `${SECOND}/schI`],
      [`${FIRST}/schI`, TITLE, SECOND, `${SECOND}/schI`],
    ],
    [
      's4',
      fields('Cliffs', 'Heights'),
      [TITLE, SECOND, `${SECOND}/schI~2`],
      [`${FIRST}/schI`, TITLE, SECOND, `${SECOND}/schI~2`],
    ],
  ] as const) {
    const structure = answers(T30);
    const found = await ownLevelIdentifiers(document(section, metadata), structure.read);
    assert.equal(found, [...levels], section);
    assert.equal(structure.asked, [...asked], section);
  }
});

test('a document without a name of its level is in the first with the number', async () => {
  const only = (children: readonly Made[]) => made(TITLE, ['title', '30', 'x'], { children });
  const [tides, second] = [`${TITLE}/ch3~10`, SECOND].map(identifier =>
    made(identifier, ['chapter', '3', identifier], { sections: ['s5'] }),
  ) as [Made, Made];
  const { read } = answers(only([tides, second]));
  assert.is((await ownLevel(document('s5', fields(null)), read))?.identifier, SECOND);
});

test('where no level lists the document its levels are those that it tells', async () => {
  for (const metadata of [fields('Cliffs'), fields('Unknown'), fields('Cliffs', 'Unknown')]) {
    const { read } = answers(T30);
    assert.is(await ownLevel(document('s99', metadata), read), null);
    assert.is((await ownLevelIdentifiers(document('s99', metadata), read))[1], FIRST);
  }
  const none = async () => null;
  assert.is(await ownLevel(document('s1', fields('Cliffs')), none), null);
  assert.is(await ownLevel(document('2018-1', {}, 'fr'), none), null);
  assert.equal(await ownLevelIdentifiers(document('2018-1', {}, 'fr'), none), []);
});

test('levels that a document tells itself are not looked for', async () => {
  const hierarchy = [
    { level: 'title', number: '30', name: null, identifier: null },
    { level: 'chapter', number: '3', name: 'Cliffs', identifier: FIRST },
  ];
  const { read, asked } = answers(T30);
  assert.equal(await ownLevelIdentifiers(document('s9', { hierarchy }), read), [TITLE, FIRST]);
  assert.equal(asked, []);
  assert.is(await ownLevel(document('s9', { hierarchy }), read), null);
  assert.equal(asked, [FIRST]);
  // One that has none is below one that has its own.
  const mixed = [
    ...hierarchy.slice(0, 1),
    { level: 'chapter', number: '3', name: 'x', identifier: SECOND },
    { level: 'subchapter', number: 'I', name: 'Heights', identifier: null },
  ];
  const found = await ownLevelIdentifiers(document('s4', { hierarchy: mixed }), read);
  assert.equal(found, [TITLE, SECOND, `${SECOND}/schI~2`]);
});

test('parts of a title that are in several chapters', async () => {
  const title = made('/us/cfr/t1', ['title', '1', 'x'], {
    children: [
      made('/us/cfr/t1/chI', ['chapter', 'I', 'One'], {
        children: [made('/us/cfr/t1/p52', ['part', '52', 'Gulls'], { sections: ['/us/cfr/t1/s52.1'] })],
      }),
      made('/us/cfr/t1/chII', ['chapter', 'II', 'Two'], {
        children: [made('/us/cfr/t1/p52~2', ['part', '52', 'Gulls'], { sections: ['/us/cfr/t1/s52.2'] })],
      }),
    ],
  });
  const { read } = answers(title);
  const metadata = {
    ...{ title_number: 1, chapter_number: 'II', chapter_name: 'Two', part_number: '52', part_name: 'Gulls' },
  };
  assert.equal(await ownLevelIdentifiers(document('/us/cfr/t1/s52.2', metadata, 'ecfr'), read), [
    '/us/cfr/t1',
    '/us/cfr/t1/chII',
    '/us/cfr/t1/p52~2',
  ]);
});

test.run();
