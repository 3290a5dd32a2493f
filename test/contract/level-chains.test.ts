import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { identifierProblem } from '../../build/contract/identifier.ts';
import {
  chainOf,
  derivedIdentifier,
  identifierInKey,
  keysOfChain,
  soundChain,
} from '../../build/contract/level-chains.ts';
import { type HierarchyLevel, type Metadata, type Source, sourceOf } from '../../build/contract/sources.ts';
import { documentWith } from '../helpers/catalogs.ts';
import { levelOf } from '../helpers/levels.ts';
import { Random } from '../helpers/random.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');

const chain = (source: Source, shorthand: string, fields: Metadata = {}): HierarchyLevel[] => {
  const identifier = source.namespace + shorthand;
  return chainOf({ source: source.id, identifier, metadata: documentWith(source, identifier, fields) });
};

/** The identifiers that levels get one below the other. */
function derived(source: Source, levels: readonly Omit<HierarchyLevel, 'identifier'>[]): string[] {
  const identifiers: string[] = [];
  for (const level of levels) identifiers.push(derivedIdentifier(source, level, identifiers.at(-1) ?? null));
  return identifiers;
}

const last = (source: Source, ...levels: HierarchyLevel[]): string => derived(source, levels).at(-1) ?? '';
const title = levelOf('title', '1');

test('statutes: titles, appendices and what is in them', () => {
  assert.is(last(usc, levelOf('title', '17')), '/us/usc/t17');
  assert.is(last(usc, levelOf('appendix', '18a')), '/us/usc/t18a');
  assert.equal(
    derived(usc, [title, levelOf('chapter', '3'), levelOf('subchapter', 'II'), levelOf('part', 'A')]),
    ['/us/usc/t1', '/us/usc/t1/ch3', '/us/usc/t1/ch3/schII', '/us/usc/t1/ch3/schII/pA'],
  );
  assert.is(
    last(usc, title, levelOf('subtitle', 'A'), levelOf('division', 'B')),
    '/us/usc/t1/subtitleA/divisionB',
  );
  assert.is(last(usc, title, levelOf('level', 'x')), '/us/usc/t1/x');
});

test('regulations: parts are directly below their title, what is in them is below', () => {
  const chapter = [title, levelOf('chapter', 'I'), levelOf('subchapter', 'A')];
  assert.is(last(ecfr, ...chapter), '/us/cfr/t1/chI/schA');
  assert.is(last(ecfr, ...chapter, levelOf('part', '52')), '/us/cfr/t1/p52');
  assert.is(
    last(ecfr, ...chapter, levelOf('part', '52'), levelOf('subpart', 'A')),
    '/us/cfr/t1/p52/subpartA',
  );
  assert.is(
    last(ecfr, levelOf('part', '52')),
    '/us/cfr/t52',
    'an outermost level is a title, whatever its name',
  );
});

test('a level without a number has its name, one without either its word', () => {
  assert.is(last(usc, title, levelOf('chapter', null, 'Gulls and terns')), '/us/usc/t1/chGulls-and-terns');
  assert.is(last(usc, title, levelOf('chapter', '3', 'Gulls')), '/us/usc/t1/ch3');
  assert.is(last(usc, title, levelOf('chapter', null)), '/us/usc/t1/ch');
});

test('other characters than letters, digits, dots and dashes become dashes', () => {
  assert.is(last(usc, title, levelOf('chapter', '§ 1/2: “a”_b')), '/us/usc/t1/ch-1-2-a-b');
  assert.is(last(usc, title, levelOf('chapter', 'Ñandú–1.5')), '/us/usc/t1/chÑandú-1.5');
  assert.is(last(usc, title, levelOf('law / group', '1')), '/us/usc/t1/law-group1');
});

/** Texts that are traps for names of files. */
const ODD = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '...',
    '../..',
    '/',
    '\\',
    ':',
    '~',
    '-',
    '_q',
    'con',
    'nul.x',
    'lpt1',
    '1.json',
    '2.md',
    'x.txt',
  ],
  ...[
    '\u0000',
    '\n',
    '\ud800',
    'a\udc00',
    '\u{20000}'.repeat(200),
    '漢'.repeat(300),
    `a${'\u{20000}'.repeat(60)}`,
  ],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'x'.repeat(5000), '%2e%2e', '．．'],
];

test('whatever levels are called, their identifiers can be published, in their title', () => {
  const random = new Random(5);
  const odd = (): HierarchyLevel =>
    levelOf(
      random.pick([...ODD.filter(text => text !== ''), 'level', 'level', 'part', 'chapter']),
      random.pick([null, random.pick(ODD)]),
      random.pick([null, random.pick(ODD)]),
    );
  for (const source of [usc, ecfr])
    for (let i = 0; i < 300; i++) {
      const depth = random.pick([2, 3, 5, 40]);
      const levels = [
        levelOf('title', random.pick([...ODD, '1', '2'])),
        ...Array.from({ length: depth }, odd),
      ];
      const identifiers = derived(source, levels);
      for (const identifier of identifiers) {
        const message = JSON.stringify([identifier, levels]);
        assert.is(identifierProblem(source, identifier), null, message);
        assert.ok(`${identifier}/`.startsWith(`${identifiers[0]}/`), message);
      }
    }
});

test('two dots are no way out', () => {
  for (const dots of ['.', '..', '...'])
    for (const level of [
      levelOf('level', dots),
      levelOf(dots, null),
      levelOf('.', dots),
      levelOf('level', null, dots),
    ])
      assert.is(identifierProblem(usc, last(usc, title, level)), null, JSON.stringify(level));
});

test('names that every object has are no words of levels', () => {
  assert.is(last(usc, title, levelOf('constructor', '1')), '/us/usc/t1/constructor1');
  assert.is(last(usc, title, levelOf('toString', '1')), '/us/usc/t1/toString1');
});

test('a long text is cut, without half a character', () => {
  assert.is(last(usc, title, levelOf('chapter', 'x'.repeat(61))), `/us/usc/t1/ch${'x'.repeat(60)}`);
  assert.is(last(usc, title, levelOf('y'.repeat(61), '1')), `/us/usc/t1/${'y'.repeat(60)}1`);
  assert.not.match(last(usc, title, levelOf('chapter', `a${'\u{20000}'.repeat(60)}`)), /\p{Surrogate}/u);
});

test("a document's hierarchy is its levels, with identifiers that can be published", () => {
  const hierarchy = [
    levelOf('title', '1', 'GULLS', '/us/usc/t1'),
    levelOf('chapter', null, null, '/us/usc/t1/stA/ch2'),
    levelOf('part', 'A', 'Eggs'),
  ];
  assert.equal(chain(usc, 't1/s1', { hierarchy, chapter_number: '9' }), hierarchy);
});

/** Identifiers that a hostile corpus may give to the level of a title. */
const UNSOUND = [
  ...[
    '../../x',
    '/us/usc/t1/../x',
    '/us/usc/../../x',
    '/us/usc/t1/./x',
    '/us/usc/t1//x',
    '/us/usc/t1/',
    '/us/usc/',
  ],
  ...[
    '/us/cfr/t1',
    '/us/fr/2018-1',
    '/us/usc',
    'us/usc/t1/ch1',
    't1/ch1',
    '/us/usc/t1\\..\\x',
    '/us/usc/t1/c:x',
  ],
  ...[
    '/us/usc/t1/_q/depth=all',
    '/us/usc/t1/x.json/y',
    '/us/usc/us/usc/t1',
    '/us/usc/t1/con',
    '/us/usc/t1/x\u0000',
  ],
  ...[`/us/usc/t1/${'x'.repeat(251)}`, `/us/usc/t1${'/x'.repeat(500)}`, '/US/USC/t1/ch1', ''],
];

test('identifiers that cannot be published are not used', () => {
  for (const identifier of UNSOUND) {
    const level = levelOf('chapter', '2', 'Gulls', identifier);
    assert.equal(soundChain(usc, [level]), [{ ...level, identifier: null }], identifier);
    for (const hierarchy of [[level], [title, level], [level, title]])
      assert.equal(
        chain(usc, 't1/s1', { hierarchy }).map(({ identifier: used }) => used),
        hierarchy.map(() => null),
        identifier,
      );
  }
});

test('identifiers of other titles are not used', () => {
  const other = levelOf('chapter', '2', null, '/us/usc/t2/ch2');
  const used = (...hierarchy: HierarchyLevel[]) =>
    chain(usc, 't1/s1', { hierarchy }).map(({ identifier }) => identifier);
  assert.equal(used(levelOf('title', '1', null, '/us/usc/t1'), other), ['/us/usc/t1', null]);
  assert.equal(used(levelOf('title', '1'), other), [null, null]);
  assert.equal(used(levelOf('title', '2'), other), [null, '/us/usc/t2/ch2']);
  assert.equal(used(levelOf('title', '2', null, '/us/usc/t22'), other), ['/us/usc/t22', null]);
  assert.equal(used(other, levelOf('part', '1', null, '/us/usc/t2/p1')), ['/us/usc/t2/ch2', '/us/usc/t2/p1']);
});

test('without a hierarchy, the fields of a document tell its levels', () => {
  const fields = { chapter_number: 'IV', chapter_name: 'GULLS', subchapter_number: 'A', part_number: '52' };
  const expected = [
    levelOf('title', '1', 'General Provisions'),
    levelOf('chapter', 'IV', 'GULLS'),
    levelOf('subchapter', 'A'),
    levelOf('part', '52'),
  ];
  for (const hierarchy of [null, []]) assert.equal(chain(ecfr, 't1/s1', { ...fields, hierarchy }), expected);
  assert.equal(chain(usc, 't1/s1', { part_number: 'A' }), [
    levelOf('title', '1', 'General Provisions'),
    levelOf('part', 'A'),
  ]);
});

test('the outermost level of a document of an appendix is the appendix', () => {
  const [appendix, ...others] = chain(usc, 't5a/s1');
  assert.equal(
    [appendix?.level, appendix?.number, appendix?.identifier, others],
    ['appendix', '5a', null, []],
  );
  assert.is(chain(usc, 't5/s1', { chapter_number: '5a' })[1]?.level, 'chapter');
});

test('a document of a journal has its date as levels', () => {
  const fr = sourceOf('fr');
  assert.equal(
    chain(fr, '2018-1', { publication_date: '2018-05-10' }).map(({ level, number }) => [level, number]),
    [
      ['year', '2018'],
      ['month', '05'],
    ],
  );
});

test('keys in search indexes are identifiers, and tell levels with one number apart by all names above', () => {
  const usc = sourceOf('usc');
  const keys = (chapter: string | null, subchapter: string, own: string | null = null) =>
    keysOfChain(usc, [
      levelOf('title', '30', 'ROCKS'),
      levelOf('chapter', '3', chapter, own),
      levelOf('subchapter', 'I', subchapter),
    ]);
  const [title, nests, general] = keys('Nests', 'General') as [string, string, string];
  assert.is(title, '/us/usc/t30');
  assert.equal([nests, general].map(identifierInKey), ['/us/usc/t30/ch3', '/us/usc/t30/ch3/schI']);
  assert.equal(keys(' NESTS', 'general '), [title, nests, general], 'in any spelling');
  const all = [keys('Cliffs', 'General'), keys('Nests', 'Heights'), keys(null, 'General')].flat();
  assert.is(new Set([...all, title, nests, general]).size, 1 + 2 + 2 + 1 + 2);
  assert.is(keys(null, 'General')[1], '/us/usc/t30/ch3', 'without a name');
  assert.is(
    keys('Nests', 'General', '/us/usc/t30/ch3')[1],
    '/us/usc/t30/ch3',
    'with an identifier of its own',
  );
  assert.equal(keys('A', 'General', '/us/usc/t30/x')[2], keys('B', 'General', '/us/usc/t30/x')[2]);
});

test.run();
