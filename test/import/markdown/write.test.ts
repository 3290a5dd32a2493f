import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Block, Inline, Mark } from '../../../build/import/convert/blocks.ts';
import { markdownOf } from '../../../build/import/markdown/write.ts';
import { plainText } from '../../../build/text/plain.ts';
import { Random } from '../../helpers/random.ts';
import { referenceText } from '../../text/reference-text.ts';

const test = suite('markdown');

const run = (text: string, marks: readonly Mark[] = [], href: string | null = null): Inline => ({
  text,
  marks,
  href,
});
const paragraph = (...words: Inline[]): Block => ({ type: 'paragraph', words });
const bare = (text: string): string => text.replace(/[\s^]+/g, '');

/** Words that Markdown would take for something else. */
const NASTY =
  '1. 2) # ## - + * ** _ __ ____ _a_ *b* `c` ``d`` [e] [f](g) [h]: [^9] ![i](j) <k> </l> <!-- &lt; &amp; & \\ \\* ~~m~~ ~ | > = === --- *** o* p_q_r (s) “t” u.—v [x] §'.split(
    ' ',
  );

test('words that look like markup are read unchanged', () => {
  for (const words of NASTY) {
    for (const text of [words, `${words} lamp`, `lamp ${words}`, `lamp${words}oil`, `${words}${words}`]) {
      for (const block of [
        paragraph(run(text)),
        { type: 'level', blocks: [paragraph(run(text))] } as Block,
      ]) {
        const markdown = markdownOf([paragraph(run('Before')), block, paragraph(run('after'))]);
        const expected = bare(`Before${text}after`.replace(/\[\^9\]/g, '[9]'));
        assert.is(bare(plainText(markdown)), expected, JSON.stringify(markdown));
        assert.is(plainText(markdown), referenceText(markdown), JSON.stringify(markdown));
      }
    }
  }
});

test('marked words, links and notes in any order keep every character', () => {
  const random = new Random(31);
  const texts = [...NASTY, 'lamp', 'oil ', ' wick', 'a b', '”', '(', ')', '. ', ' '];
  const marks: (readonly Mark[])[] = [
    [],
    [],
    [],
    ['strong'],
    ['em'],
    ['caps'],
    ['sup'],
    ['sub'],
    ['em', 'strong'],
  ];
  let differing = 0;
  for (let i = 0; i < 3000; i++) {
    const words = Array.from({ length: 1 + random.below(4) }, () =>
      run(random.pick(texts), random.pick(marks), random.chance(0.2) ? '/us/usc/t17/s106' : null),
    );
    const markdown = markdownOf([paragraph(run('x '), ...words, run(' y'))]);
    const expected = bare(`x${words.map(word => ('text' in word ? word.text : '')).join('')}y`);
    const seen = (text: string) => bare(text).replace(/[[\]]/g, '');
    if (seen(plainText(markdown)) !== seen(expected.replace(/\[\^9\]/g, '9'))) {
      differing += 1;
      console.log(JSON.stringify({ markdown, expected, plain: plainText(markdown) }));
    }
    assert.is(plainText(markdown), referenceText(markdown), JSON.stringify(markdown));
  }
  assert.is(differing, 0);
});

test('levels, quotes, tables and notes nest', () => {
  const cell = (text: string, more: { columns?: number } = {}) => ({
    ...{ isHead: false, columns: 1, rows: 1, blocks: [paragraph(run(text))], ...more },
  });
  const blocks: Block[] = [
    { type: 'heading', rank: 1, words: [run('§ 1. Lamps #')] },
    {
      type: 'level',
      blocks: [
        paragraph(run('(a)', ['strong']), run(' chapeau—')),
        {
          type: 'level',
          blocks: [
            paragraph(run('(1)', ['strong']), run(' one')),
            { type: 'quote', blocks: [paragraph(run('quoted'))] },
          ],
        },
        paragraph(run('goes on')),
        {
          type: 'table',
          rows: [
            { isHead: false, cells: [cell('both', { columns: 2 })] },
            { isHead: false, cells: [cell('a & b'), cell('<c>')] },
          ],
        },
      ],
    },
    { type: 'stars' },
    { type: 'credit', words: [run('(Act)'), { call: '1' }] },
  ];
  const markdown = markdownOf(blocks, [
    { label: '1', blocks: [paragraph(run('Note.')), paragraph(run('More.'))] },
  ]);
  assert.is(
    markdown,
    `# § 1. Lamps \\#

- **(a)** chapeau—

  - **(1)** one

    > quoted

  goes on

  <table>
  <tbody>
  <tr><td colspan="2">both</td></tr>
  <tr><td>a &amp; b</td><td>&lt;c&gt;</td></tr>
  </tbody>
  </table>

\\* \\* \\*

**Source Credit**: (Act)[^1]

[^1]: Note.

    More.
`,
  );
  assert.is(plainText(markdown), referenceText(markdown));
});

test.run();
