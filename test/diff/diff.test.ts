import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Diff, diffOf } from '../../build/diff/diff.ts';
import { diffHtml, diffMarkdown } from '../../build/diff/render.ts';
import { Random } from '../helpers/random.ts';

/** Differences of two texts. */

const diff = (old: string, next: string): Diff =>
  diffOf({ metadata: {}, body: old }, { metadata: {}, body: next });

/** The two texts that a difference tells. */
const sides = ({ body }: Diff): [string, string] =>
  ['+', '-'].map(not =>
    body
      .filter(([op]) => op !== not)
      .map(([, text]) => text)
      .join(''),
  ) as [string, string];

/** The labels of moved paragraphs. */
const labels = ({ moved }: Diff): string[] =>
  moved.map(({ from_label, to_label }) => `${from_label} ${to_label}`);

function assertExact(old: string, next: string): Diff {
  const found = diff(old, next);
  assert.equal(sides(found), [old, next]);
  for (const [i, [op, text]] of found.body.entries()) {
    assert.is.not(text, '');
    const before = found.body[i - 1]?.[0];
    assert.is.not(before, op, 'neighbors of one kind are one');
    assert.not(before === '+' && op === '-', 'what is deleted stands first');
  }
  return found;
}

const LAW = `# § 9. Lamps

- **(a)** The keeper of a light station shall trim each lamp before dusk.

- **(b)** The keeper shall write the hour of each lighting into the log.

- **(c)** No person may darken a lamp without the leave of the keeper.

## Notes

A note about the former law.
`;

test('words are compared within a paragraph, and only whole words', () => {
  const { body } = assertExact(LAW, LAW.replace('before dusk', 'an hour before sunset'));
  assert.equal(body.slice(1, -1), [
    ['+', 'an hour '],
    ['=', 'before '],
    ['-', 'dusk'],
    ['+', 'sunset'],
  ]);
});

test('a paragraph that comes or goes is one change', () => {
  const added = '- **(d)** A log is kept for thirty years.\n\n';
  const longer = LAW.replace('## Notes', `${added}## Notes`);
  assert.equal(
    assertExact(LAW, longer).body.filter(([op]) => op !== '='),
    [['+', added]],
  );
  assert.equal(
    assertExact(longer, LAW).body.filter(([op]) => op !== '='),
    [['-', added]],
  );
});

test('words that unlike texts share by chance are not kept', () => {
  const { body } = assertExact(
    'The keeper shall write down the hour of the lighting of each of the lamps.\n',
    'A gull may rest upon the rail while the wind blows, whatever season it is.\n',
  );
  assert.equal(
    body.filter(([op, text]) => op === '=' && text.trim() !== ''),
    [],
  );
});

test('a change of several words is a long one, though blanks stand between them', () => {
  const same = 'Each keeper of a light station in the north of the bay shall bring';
  const staying = (old: string, next: string): string[] =>
    assertExact(`${same} ${old}.\n`, `${same} ${next}.\n`).body.flatMap(([op, text]) =>
      op === '=' ? [text.replace(same, '').trim()] : [],
    );
  assert.equal(staying('red oar log of mast net keel', 'blue sail hull of rope tide reef'), ['', '.']);
  assert.equal(staying('oar log of mast net keel', 'sail hull of rope tide reef'), ['', 'of', '.']);
  assert.equal(staying('red oar log of mast net', 'blue sail hull of rope tide'), ['', 'of', '.']);
  // Marks are as blanks.
  assert.equal(staying('red oar, log of mast, net keel', 'blue sail, hull of rope, tide reef'), ['', '.']);
});

test('renumbered paragraphs are told, with their labels and places', () => {
  const inserted = LAW.replace(
    '- **(b)**',
    '- **(b)** A new duty that nobody had before.\n\n- **(c)**',
  ).replace('- **(c)** No person', '- **(d)** No person');
  const found = assertExact(LAW, inserted);
  assert.equal(labels(found), ['(b) (c)', '(c) (d)']);
  for (const { from_start: from, to_start: to } of found.moved) {
    assert.match([...LAW].slice(from).join(''), /^- \*\*\([bc]\)/);
    assert.match([...inserted].slice(to).join(''), /^- \*\*\([cd]\)/);
  }
});

test('a paragraph that stands elsewhere is told', () => {
  const [a, b, c] = [
    'One lamp shall burn all night.\n\n',
    'Two gulls sit on the rail.\n\n',
    'Three boats went out to sea.\n\n',
  ];
  const { moved } = assertExact(`🌊\n\n${a}${b}${c}`, `🌊\n\n${b}${c}${a}`);
  assert.equal(moved, [{ from_label: '', to_label: '', from_start: 3, to_start: 3 + b.length + c.length }]);
  assert.equal(assertExact(a + b, a + b).moved, []);
});

test('places are told in code points of each text', () => {
  const [a, b, c] = [
    'One lamp shall burn all night.\n\n',
    'Two gulls sit on the rail.\n\n',
    'Oil is kept dry.\n\n',
  ];
  const { moved } = assertExact(`🌊🌊 Sea.\n\n${a}${b}${c}`, `🌊 Sea.\n\n${c}${b}${a}`);
  assert.equal(
    moved.map(({ from_start: from, to_start: to }) => [from, to]),
    [
      [9 + a.length, 8 + c.length],
      [9, 8 + c.length + b.length],
    ],
  );
});

const WORDS = 'one two three four five six seven eight nine ten'.split(' ');
/** A paragraph whose last words, so many, are others. */
const withOther = (label: string, others: number): string =>
  `${label} ${WORDS.map((word, i) => (i < WORDS.length - others ? word : `un${word}`)).join(' ')}.\n\n`;
const STAYS = 'Gulls sit on the rail.\n\n';

test('a paragraph is renumbered where three fifths of its words stay, and moved where four do and it has four', () => {
  const told = (old: string, next: string): string[] => labels(assertExact(old, next));
  assert.equal(told(withOther('(b)', 0), withOther('(c)', 4)), ['(b) (c)']);
  assert.equal(told(withOther('(b)', 0), withOther('(c)', 5)), []);
  assert.equal(told(withOther('(b)', 0) + STAYS, STAYS + withOther('(c)', 2)), ['(b) (c)']);
  assert.equal(told(withOther('(b)', 0) + STAYS, STAYS + withOther('(c)', 3)), []);
  assert.equal(told(`(b) Oil for four lamps.\n\n${STAYS}`, `${STAYS}(c) Oil for four lamps.\n\n`), [
    '(b) (c)',
  ]);
  assert.equal(told(`(b) Oil for lamps.\n\n${STAYS}`, `${STAYS}(c) Oil for lamps.\n\n`), []);
});

test('a paragraph moves to one place, the first of the likest, and one moves there', () => {
  const [b, c] = [withOther('(b)', 0), withOther('(c)', 1)];
  assert.equal(labels(assertExact(b + c + STAYS, STAYS + b)), ['(b) (b)']);
  const { moved } = assertExact(b + STAYS, STAYS + c + b + b);
  assert.equal(
    moved.map(({ to_start: to }) => to),
    [STAYS.length + c.length],
  );
});

test('what is renumbered and what moved is in the order of the new text', () => {
  const moving = 'The keeper writes the hour into the log.\n\n';
  const old = `${STAYS}${withOther('(b)', 0)}${moving}`;
  assert.equal(labels(assertExact(old, `${moving}${STAYS}${withOther('(c)', 0)}`)), [' ', '(b) (c)']);
});

test('words of paragraphs are compared where half of them stay, or a quarter and the label', () => {
  const isReplaced = (old: string, next: string): boolean => assertExact(old, next).body.length === 2;
  assert.not(isReplaced(withOther('(b)', 0), withOther('(c)', 5)));
  assert.ok(isReplaced(withOther('(b)', 0), withOther('(c)', 6)));
  assert.not(isReplaced(withOther('(b)', 0), withOther('(b)', 7)));
  assert.ok(isReplaced(withOther('(b)', 0), withOther('(b)', 8)));
  assert.ok(
    isReplaced('oil oil oil oil oil\n\n', 'oil gas rope net log\n\n'),
    'a word counts as often as both have it',
  );
  assert.ok(isReplaced('* * *\n\n', '_ _ _\n\n'), 'marks alone are not alike');
});

test('of two alike paragraphs the one with the label stays', () => {
  const [a, b] = [withOther('(a)', 0), withOther('(b)', 0)];
  assert.equal(assertExact(a + b, withOther('(b)', 1)).body[0], ['-', a]);
  assert.is(assertExact(a + b, withOther('(a)', 1)).body.at(-1)?.[1], b);
});

test('a paragraph that repeats keeps no other one from its place', () => {
  const repeated = '[Reserved]\n\n';
  assert.equal(assertExact(STAYS + repeated, repeated + STAYS + repeated).body, [
    ['+', repeated],
    ['=', STAYS + repeated],
  ]);
});

test('words have their apostrophes and hyphens', () => {
  for (const [old, next] of [
    ['keeper’s', 'keeper'],
    ["keeper's", "mate's"],
    ['well-kept', 'badly-kept'],
  ] as const)
    assert.equal(assertExact(`The ${old} lamp\n`, `The ${next} lamp\n`).body.slice(1, -1), [
      ['-', old],
      ['+', next],
    ]);
});

test('a note that quotes what was struck out is no place to which it moved', () => {
  const struck = LAW.replace(/- \*\*\(b\)\*\*.*\n\n/, '');
  const quoted = '“(b) The keeper shall write the hour of each lighting into the log.”\n\n';
  for (const heading of [
    '## Notes',
    '# Statutory Notes',
    '## Executive Documents',
    '**Source Credit**: (Pub. L. 4–7.)',
  ]) {
    const next = struck.replace('## Notes\n\n', `${heading}\n\n${quoted}`);
    assert.equal(labels(assertExact(LAW, next)), []);
    assert.equal(labels(assertExact(next, LAW)), []);
  }
  assert.equal(labels(assertExact(LAW, struck.replace('## Notes', `${quoted}## Notes`))), ['(b) (b)']);
  const [law] = LAW.split('## Notes');
  const last = law!.replace(/- \*\*\(c\)\*\*.*\n\n/, '');
  const told = `${last}## Executive Documents\n\nSubsec. (c). No person may darken a lamp without the leave of the keeper.\n`;
  assert.equal(labels(assertExact(law!, told)), []);
  assert.equal(labels(assertExact(law!, `${struck.split('## Notes')[0]}${quoted}## Notes\n\nGulls.\n`)), [
    '(b) (b)',
  ]);
  // Notes move among themselves.
  const note = 'The lamps of the keepers burned oil until they were changed.\n\n';
  assert.equal(labels(assertExact(`${LAW}\n${note}Oil.\n`, LAW.replace('A note', `${note}A note`))), [' ']);
});

test('labels are compared, however a heading is divided from the next one', () => {
  const lamps = 'Lamps are trimmed before dusk by whoever keeps the station.\n';
  for (const [old, next] of [
    ['(b) *Methods* - (1) *General.*', '(b) *Methods*—(1) *General.*'],
    ['(b)(1) *General.*', '(b) *Methods.* (1)'],
    ['(1)', '(*1*)'],
  ])
    assert.equal(labels(assertExact(`${old} ${lamps}`, `${next} ${lamps}`)), [], old);
  const renumbered = assertExact(`(b) *Methods* - (1) ${lamps}`, `**(c)** *Methods* - (1) ${lamps}`);
  assert.equal(labels(renumbered), ['(b)(1) (c)(1)']);
});

test('labels with a point are labels, too, and abbreviations and years are none', () => {
  for (const [old, next, told] of [
    ['1\\. *Lamps.*', '(1) *Lamps.*', '1. (1)'],
    ['iv.', 'v.', 'iv. v.'],
    ['c. ', '**d.** ', 'c. d.'],
    ['## A.', '## II.', 'A. II.'],
    ['112.', '', '112. '],
  ] as const)
    assert.equal(labels(assertExact(withOther(old, 0), withOther(next, 4))), [told], old);
  for (const [old, next] of [
    ['No.', 'Mr.'],
    ['2012.', '2013.'],
    ['1.5', '2.5'],
    ['i.e.', 'e.g.'],
    ['c.', 'c\\.'],
  ] as const)
    assert.equal(labels(assertExact(withOther(old, 0), withOther(next, 0))), [], old);
});

test('equal, empty and unlike texts', () => {
  assert.equal(assertExact(LAW, LAW).body, [['=', LAW]]);
  assert.equal(assertExact('', LAW).body, [['+', LAW]]);
  assert.equal(assertExact(LAW, '').body, [['-', LAW]]);
  assert.equal(assertExact('', '').body, []);
});

test('metadata that differ', () => {
  const { metadata } = diffOf(
    {
      metadata: { agency: 'Gulls', title_number: 17, status: 'in_force', credits: ['a'] } as never,
      body: '',
    },
    {
      metadata: {
        title_number: 17,
        status: 'repealed',
        credits: ['a', 'b'],
        release_point: '117-80',
      } as never,
      body: '',
    },
  );
  assert.equal(metadata, [
    { field: 'agency', from: 'Gulls', to: null },
    { field: 'status', from: 'in_force', to: 'repealed' },
    { field: 'credits', from: ['a'], to: ['a', 'b'] },
    { field: 'release_point', from: null, to: '117-80' },
  ]);
});

test('any two texts are given back exactly', () => {
  const random = new Random(35);
  const words = [
    'lamp',
    'gull',
    'the',
    '§ 106',
    '(a)',
    '“so”',
    '🌊',
    'Käpt’n',
    '**b**',
    '-',
    '>',
    '|',
    '\u00a0',
    '\r\n',
  ];
  const text = (): string =>
    Array.from(
      { length: random.below(60) },
      () => random.pick(words) + random.pick([' ', ' ', '\n', '\n\n', ' \n\t\n']),
    ).join('');
  for (let round = 0; round < 600; round++) {
    const old = text();
    const next = random.chance(0.5) ? text() : old.replace(random.pick(words), random.pick(words));
    assertExact(old, next);
  }
});

test('large and hostile texts are compared within bounds of work', () => {
  const random = new Random(1);
  const many = (count: number, of: () => string): string => Array.from({ length: count }, of).join('');
  const sentence = (): string =>
    `${many(9, () => `${random.pick(['lamp', 'gull', 'rail', 'sea', 'log'])}${random.below(900)} `)}.\n\n`;
  const large = many(20_000, sentence);
  const pairs: [string, string][] = [
    [large, large.replaceAll('lamp7', 'lamp8')],
    [large, many(20_000, sentence)],
    ['a\n\n'.repeat(300_000), 'b\n\n'.repeat(300_000)],
    ['a '.repeat(300_000), 'b '.repeat(300_000)],
    ['(a)'.repeat(200_000), '(b)'.repeat(200_000)],
    ['\n'.repeat(500_000), ' \n'.repeat(200_000)],
    ['\u00a0\n'.repeat(500_000), '\u00a0 \n'.repeat(200_000)],
  ];
  for (const [old, next] of pairs) assert.equal(sides(diff(old, next)), [old, next]);
});

test('Markdown has marks that no paragraph breaks', () => {
  assert.is(
    diffMarkdown({
      body: [
        ['=', 'a '],
        ['-', 'b'],
        ['+', 'c\n\nd\n'],
        ['=', 'e'],
      ],
    }),
    'a {--b--}{++c++}\n\n{++d++}\ne',
  );
});

/** What a page shows below its heading. */
const page = (old: string, next: string): string =>
  diffHtml(diff(old, next), 'x').replace(/^[\s\S]*<\/h1>|<\/main>[\s\S]*$/g, '');

test('the page has no markup but its own', () => {
  const html = diffHtml(
    {
      body: [
        ['=', '1 \\<b> '],
        ['-', '"&'],
        ['+', "\\</ins>\\<script>'"],
      ],
    },
    '<i>',
  );
  assert.match(
    html,
    /<h1>&#60;i&#62;<\/h1>1 &#60;b&#62; <del>&#34;&#38;<\/del><ins>&#60;\/ins&#62;&#60;script&#62;&#39;<\/ins>/,
  );
  assert.not.match(html, /<script|<i>|<b>/);
});

test('the page shows words, not signs of Markdown', () => {
  assert.is(
    page(LAW, LAW.replace('**(a)** The', '**(a)** *Lamps.* The')).split('\n')[2],
    '(a) <ins>Lamps. </ins>The keeper of a light station shall trim each lamp before dusk.',
  );
  assert.is(
    page(
      '  - **(1)** one lamp\n\n    - **(A)** two lamps of oil\n',
      '  - **(1)** one lamp\n\n    - **(A)** two lamps of gas\n',
    ),
    '  (1) one lamp\n\n    (A) two lamps of <del>oil</del><ins>gas</ins>\n',
  );
  assert.is(
    page('| a | b |\n|---|---|\n| 1 | 2 |\n', '| a | b |\n|---|---|\n| 1 | 3 |\n'),
    '\t a \t b \t\n\t\t\t\n\t 1 \t <del>2</del><ins>3</ins> \t\n',
  );
  assert.is(
    page('5 &lt; 6 &amp; 7 & 8\n', '5 &lt; 6 &amp; 7 & 9\n'),
    '5 &lt; 6 &amp; 7 &#38; <del>8</del><ins>9</ins>\n',
  );
  for (const [old, next] of [
    ['&lt;', '&gt;'],
    ['&lt;', '&#62;'],
    ['&#x3C;', '&#x3e;'],
    ['&LT;', '&le;'],
  ])
    assert.is(page(`5 ${old}6\n`, `5 ${next}6\n`), `5 <del>${old}</del><ins>${next}</ins>6\n`);
  const cells = '| a | b |\n|---|---|\n| - | - |\n| 1 | 2 |\n';
  assert.match(page(cells, cells.replace('2', '3')), '\n\t - \t - \t\n', 'a cell with a dash');
  assert.is(
    page('where 5 < 6 or 7 > 2 lamps\n', 'where 5 < 6 or 7 > 2 gulls\n'),
    'where 5 &#60; 6 or 7 &#62; 2 <del>lamps</del><ins>gulls</ins>\n',
  );
  const link = 'By [26 CFR 1.401(k)-1](/us/cfr/t26/s1.401(k)-1), oil\n';
  assert.is(page(link, link.replace('oil', 'gas')), 'By 26 CFR 1.401(k)-1, <del>oil</del><ins>gas</ins>\n');
  assert.is(page('a<sup>2</sup> \\*b\\*[^1]\n', 'a<sup>2</sup> \\*b\\*[^1] c\n'), 'a2 *b*<ins> c</ins>\n');
});

test('changes of markup alone are none on the page, and the address of a link is one change', () => {
  const [old, next] = [
    'By ([Pub. L. 94–553, title I, § 101](/us/pl/94/553/s101), Oct. 19, 1976).\n',
    'By ([Pub. L. 94–553, title I](/us/pl/94/553/tI), § 101, Oct. 19, 1976).\n',
  ];
  assert.equal(
    assertExact(old, next).body.filter(([op]) => op !== '='),
    [
      ['+', '](/us/pl/94/553/tI)'],
      ['-', '](/us/pl/94/553/s101)'],
    ],
  );
  assert.is(page(old, next), 'By (Pub. L. 94–553, title I, § 101, Oct. 19, 1976).\n');
  assert.is(page('a b\n', 'a  b\n'), 'a  b\n', 'blanks are those of the new text');
  assert.is(page('# A\n\n**B** c\n', '## A\n\n*B* c\n'), 'A\n\nB c\n');
});

test('a page of a hostile text takes no longer than others', () => {
  const signs = [
    '<a',
    '[^',
    '](',
    '](a',
    '](a(',
    '](()',
    '[',
    '*',
    '|',
    '- ',
    '\\',
    '| - ',
    '|---',
    ':-',
    '--- ',
    'a ',
    'a',
  ];
  for (const sign of signs)
    for (const first of ['', '](']) {
      const html = diffHtml({ body: [['+', first + sign.repeat(500_000)]] }, 'x');
      assert.ok(html.endsWith('</html>\n'), first + sign);
    }
});

test.run();
