import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setText } from '../../../build/site/app/read/set-text.ts';
import { outline, pageOf, SETTING, sanitise } from './page.ts';

test("a heading equal to the page's is left out, and any other one is shown", async () => {
  assert.equal(outline((await pageOf('# § 1.  Lanterns\n\nWords.')).root, 'h1, h2, p'), ['p "Words."']);
  const other = await pageOf('# [Amended]\n\nWords.', { heading: 'Removal of Lamps', isSection: false });
  assert.equal(outline(other.root, 'h1, h2'), ['h2#h-amended "[Amended]"']);
});

test('empty headings are removed', async () => {
  const { root } = await pageOf('# \n\n## \n\nWords.\n\n# ');
  assert.equal(outline(root, 'h1, h2, h3, p'), ['p "Words."']);
});

test('numbered paragraphs are indented by level, and their labels link to them', async () => {
  const { root } = await pageOf(
    '**(a)** **In general** Words:\n\n**(1)** one;\n\n**(A)** deep.\n\nFlush.\n\n**(b)** two.',
  );
  assert.equal(outline(root, 'p'), [
    'p#a.numbered.level-1 "(a) In general Words:"',
    'p#a-1.numbered.level-2 "(1) one;"',
    'p#a-1-A.numbered.level-3 "(A) deep."',
    'p "Flush."',
    'p#b.numbered.level-1 "(b) two."',
  ]);
  assert.equal(
    Array.from(root.querySelectorAll('a.label'), link => `${link.textContent} ${link.getAttribute('href')}`),
    ['(a) /here#a', '(1) /here#a-1', '(A) /here#a-1-A', '(b) /here#b'],
  );
});

test('levels nested as lists become consecutive paragraphs', async () => {
  const { root } = await pageOf(
    '- **(a)** **In general** Words:\n\n  - **(1)** one;\n\n    - **(A)** deep.\n\n  Goes on.\n\n- **(b)** two.\n\nFlush.\n\n- a list\n\n- of things',
  );
  assert.equal(outline(root, 'p, li'), [
    'p#a.numbered.level-1 "(a) In general Words:"',
    'p#a-1.numbered.level-2 "(1) one;"',
    'p#a-1-A.numbered.level-3 "(A) deep."',
    'p.numbered.level-1 "Goes on."',
    'p#b.numbered.level-1 "(b) two."',
    'p "Flush."',
    'li "a list"',
    'p "a list"',
    'li "of things"',
    'p "of things"',
  ]);
});

test('numbers in italics are a separate level, and the link covers them whole', async () => {
  const { root } = await pageOf('(a) x\n\n(1) x\n\n(i) x\n\n(A) x\n\n(*1*) last');
  assert.equal(outline(root, 'p').at(-1), 'p#a-1-i-A-1.numbered.level-5 "(1) last"');
  assert.is(root.querySelector('p:last-child a')?.innerHTML, '(<em>1</em>)');
});

test('a repeated label gets a unique identifier', async () => {
  const { root } = await pageOf('(a) first\n\n(a) second');
  assert.equal(outline(root, 'p'), [
    'p#a.numbered.level-1 "(a) first"',
    'p#a.2.numbered.level-1 "(a) second"',
  ]);
});

test('the outermost paragraphs with headings are among the contents, and so are notes', async () => {
  const { contents } = await pageOf(
    '**(a)** **In general** Words.\n\n(b) *Lamps.* Words.\n\n(c) No heading.\n\n**(1)** **Inner** x\n\n## Editorial Notes\n\n### Amendments\n\nx',
  );
  assert.equal(contents, [
    { id: 'a', text: '(a) In general', rank: 2 },
    { id: 'b', text: '(b) Lamps', rank: 2 },
    { id: 'h-editorial-notes', text: 'Editorial Notes', rank: 2 },
    { id: 'h-amendments', text: 'Amendments', rank: 3 },
  ]);
});

test('notes are folded under their headings', async () => {
  const { root } = await pageOf(
    [
      '(a) Law.\n\n---\n\n**Source Credit**: (Pub. L. 1–2.)',
      '### Historical and Revision Notes\n\nOld.',
      '### house report no. 94–1476\n\nHouse.',
      '### senate and house reports nos. 1 and 2\n\nBoth.',
      '### legislative statements\n\nSaid.',
      '### the house report of it\n\nOther.',
      '## Editorial Notes\n\n### Amendments\n\n(a) Amended.',
    ].join('\n\n'),
  );
  assert.equal(outline(root, 'details > summary > h2'), [
    'h2 "Source Credit"',
    'h2 "Historical and Revision Notes"',
    'h2 "Editorial Notes"',
  ]);
  const [credit, historical, editorial] = Array.from(root.querySelectorAll('details'));
  assert.is(credit!.textContent, 'Source Credit(Pub. L. 1–2.)');
  assert.equal(outline(historical!, 'h3, p'), [
    'p "Old."',
    'h3#h-house-report-no-94-1476 "House Report No. 94–1476"',
    'p "House."',
    'h3#h-senate-and-house-reports-nos-1-and-2 "senate and house reports nos. 1 and 2"',
    'p "Both."',
    'h3#h-legislative-statements "Legislative Statements"',
    'p "Said."',
    'h3#h-the-house-report-of-it "the house report of it"',
    'p "Other."',
  ]);
  assert.equal(outline(editorial!, 'h3, p'), [
    'h3#h-amendments "Amendments"',
    'p.numbered.level-1 "(a) Amended."',
  ]);
  assert.not(root.querySelector('details[open]'));
  assert.is(root.querySelectorAll('details details').length, 0);
});

test('the source of a section of regulations is set small', async () => {
  const { root } = await pageOf('Words.\n\n[37 FR 23603, Nov. 4, 1972]');
  assert.equal(outline(root, '.credit'), ['p.credit "[37 FR 23603, Nov. 4, 1972]"']);
});

test('in documents other than sections, paragraphs all in bold or italics are headings', async () => {
  const { root } = await pageOf(
    '**SUMMARY:**\n\nWords.\n\n**I. Lamps**\n\n**A. Oil**\n\n*1. Whale.*\n\n**B. Gas**\n\n**II. Wicks**\n\n**(a)** labelled\n\n**Bold** words.\n\n*(b)*',
    { isSection: false },
  );
  assert.equal(outline(root, 'h2, h3, h4'), [
    'h2#h-summary.caption "SUMMARY:"',
    'h2#h-i-lamps "I. Lamps"',
    'h3#h-a-oil "A. Oil"',
    'h4#h-1-whale "1. Whale."',
    'h3#h-b-gas "B. Gas"',
    'h2#h-ii-wicks "II. Wicks"',
  ]);
  assert.equal(outline((await pageOf('**Bold words**')).root, 'h2'), [], 'a section has none');
  const { contents } = await pageOf('**FOR FURTHER INFORMATION CONTACT:**\n\n**Lamps:**', {
    isSection: false,
  });
  assert.equal(
    contents.map(({ text }) => text),
    ['For further information contact', 'Lamps:'],
  );
});

test('ranks of headings have no gaps', async () => {
  const { root } = await pageOf('*Italic first*\n\n**1. One**\n\n*a*', { isSection: false });
  assert.equal(
    outline(root, 'h2, h3, h4').map(each => each.slice(0, 2)),
    ['h2', 'h3', 'h4'],
  );
});

test('a mark links to its note, and the note links back', async () => {
  const { root } = await pageOf(
    'Lamp.[^1] Wick.[^2]\n\n[^1]Of oil.\n\n[^2] Of cotton.\n\nAgain.[^1]\n\nNever.[^9]',
  );
  assert.equal(outline(root, '.footnote'), [
    'p#fn-1.footnote "[1] Of oil."',
    'p#fn-2.footnote "[2] Of cotton."',
  ]);
  const hrefs = (selector: string) =>
    Array.from(root.querySelectorAll(selector), each => `${each.textContent} ${each.getAttribute('href')}`);
  assert.equal(hrefs('.mark a'), ['[1] /here#fn-1', '[2] /here#fn-2', '[1] /here#fn-1']);
  assert.equal(hrefs('.footnote-label a'), ['[1] /here#fnref-1', '[2] /here#fnref-2']);
  assert.equal(outline(root, '.mark').at(-1), 'sup#fnref-4.mark "[9]"', 'a mark without a note is words');
  assert.is(root.querySelectorAll('[role="doc-footnote"]').length, 2);
});

test('a mark with a repeated label belongs to the next note', async () => {
  const { root } = await pageOf('One.[^1]\n\n[^1]First.\n\nTwo.[^1]\n\n[^1]Second.');
  assert.equal(
    Array.from(root.querySelectorAll('.mark a'), link => link.getAttribute('href')),
    ['/here#fn-1', '/here#fn-2'],
  );
});

test('a note with a colon may have several paragraphs', async () => {
  const { root } = await pageOf('One.[^a]\n\n[^a]: First.\n\n    Second.');
  assert.equal(outline(root, '.footnote'), ['div#fn-1.footnote "[a] First.\nSecond."']);
  assert.is(root.querySelector('.mark a')?.getAttribute('href'), '/here#fn-1');
});

test('a mark may stand in a heading, a table or a quotation', async () => {
  const { root } = await pageOf('| a[^1] |\n|---|\n| b |\n\n> c[^1]\n\n[^1]Note.');
  assert.is(root.querySelectorAll('.mark a').length, 2);
  assert.not(root.textContent!.includes('^'));
});

test('a mark split into several nodes loses its caret', async () => {
  assert.is((await pageOf('a[^*1*] b')).root.textContent!.trim(), 'a[1] b');
});

test('a table lies in a box, and its headings have scopes', async () => {
  const { root } = await pageOf('| a |  |\n|---|---|\n| b | c |\n\n|  |  |\n|---|---|\n| d | e |');
  const boxes = Array.from(root.querySelectorAll('.table-box'));
  assert.equal(
    boxes.map(box => [
      box.getAttribute('role'),
      box.getAttribute('aria-label'),
      box.getAttribute('tabindex'),
    ]),
    [
      ['region', 'Table 1', '0'],
      ['region', 'Table 2', '0'],
    ],
  );
  assert.equal(outline(root, 'th'), ['th "a"']);
  assert.is(root.querySelector('th')?.getAttribute('scope'), 'col');
  assert.is(root.querySelectorAll('thead').length, 1, 'a head without words is none');
});

test('an HTML table keeps heads and spans, its footnote calls are marks, and its image is a link', async () => {
  const { root } = await pageOf(
    '<table>\n<thead>\n<tr><th rowspan="2"></th><th colspan="2">Lamps[^1]</th></tr>\n<tr><th>old</th><th>new</th></tr>\n</thead>\n' +
      '<tbody>\n<tr><th>Oil</th><td>1</td><td><a href="/us/usc/t17/s106">§ 106</a><br><img src="https://example.org/l.png" alt="lamp.png"></td></tr>\n' +
      '</tbody>\n</table>\n\n[^1]: Lit.',
  );
  assert.equal(outline(root, 'th'), ['th "Lamps[1]"', 'th "old"', 'th "new"', 'th "Oil"']);
  assert.equal(
    Array.from(root.querySelectorAll('[colspan], [rowspan]'), cell => [
      cell.localName,
      cell.getAttribute('colspan'),
      cell.getAttribute('rowspan'),
    ]),
    [
      ['td', null, '2'],
      ['th', '2', null],
    ],
  );
  assert.equal(
    Array.from(root.querySelectorAll('th'), heading => heading.getAttribute('scope')),
    ['col', 'col', 'col', 'row'],
  );
  assert.ok(root.querySelector('th sup.mark a'), 'a call in a cell leads to its note');
  assert.ok(root.querySelector('.footnote'));
  assert.equal(
    Array.from(root.querySelectorAll('td a'), link => link.textContent),
    ['§ 106', 'lamp.png'],
  );
  assert.not(root.querySelector('img'), 'the page loads nothing from elsewhere');
});

test('later rows of a long table are added to the same table', async () => {
  const rows = Array.from({ length: 1_500 }, (_, i) => `| ${i} | section ${i} |`);
  const { root } = await pageOf(`| a | b |\n|---|---|\n${rows.join('\n')}\n\n[x](y.md) after`);
  assert.is(root.querySelectorAll('table').length, 1);
  assert.equal(outline(root, 'th'), ['th "a"', 'th "b"']);
  assert.equal(
    Array.from(root.querySelectorAll('tr > td:first-child'), cell => cell.textContent),
    rows.map((_, i) => String(i)),
  );
  assert.is(root.querySelectorAll('a.reference').length, 1_500);
});

test('quotations have their own numbering, without identifiers', async () => {
  const { root } = await pageOf('(a) x\n\n> **“(c)** y\n>\n> **“(1)** z\n\n(b) w');
  assert.equal(outline(root, 'p'), [
    'p#a.numbered.level-1 "(a) x"',
    'p.numbered.level-1 "“(c) y"',
    'p.numbered.level-2 "“(1) z"',
    'p#b.numbered.level-1 "(b) w"',
  ]);
});

test('links lead to other sites or documents; other links are words', async () => {
  const { root } = await pageOf(
    '[a](https://example.org/) [b](/us/usc/t17/s2) [c](../section-3.md) [^4](https://example.org/4)',
  );
  assert.equal(
    Array.from(
      root.querySelectorAll('a'),
      link => `${link.textContent} ${link.getAttribute('href')} ${link.rel}`,
    ),
    [
      'a https://example.org/ noopener noreferrer external',
      'b /documents/us/usc/t17/s2 ',
      '4 https://example.org/4 noopener noreferrer external',
    ],
  );
  assert.is(root.textContent!.trim(), 'a b c 4');
});

test('an image without alternative text shows its address', async () => {
  const { root } = await pageOf('![](https://example.org/x.png)');
  assert.is(root.querySelector('a')?.textContent, 'https://example.org/x.png');
});

test('citations link to the search, if there is one', async () => {
  const { root } = await pageOf(
    'See section 107, and *17 U.S.C. 108*, `17 U.S.C. 1`.\n\n“section 109 of the quoted law',
  );
  assert.equal(
    Array.from(
      root.querySelectorAll('a.reference'),
      link => `${link.textContent} ${link.getAttribute('href')}`,
    ),
    ['section 107 /search?q=17 USC 107', '17 U.S.C. 108 /search?q=17 USC 108'],
  );
  assert.is((await pageOf('See section 107.', { searchHref: null })).root.querySelector('a'), null);
});

test('numbering and notes continue across the pieces of a long document', async () => {
  const filler = `${'The keeper of a lighthouse shall keep the lamp. '.repeat(40)}`;
  const body = Array.from({ length: 60 }, (_, i) => `(${i + 1}) ${filler}[^${i + 1}]`).join('\n\n');
  const notes = Array.from({ length: 60 }, (_, i) => `[^${i + 1}]Note.`).join('\n\n');
  const { root, progress } = await pageOf(`(a) All:\n\n${body}\n\n${notes}`);
  assert.ok(progress.length > 4);
  assert.is(progress.at(-1), 1);
  assert.is(root.querySelectorAll('.run').length, progress.length);
  assert.ok(root.querySelector('#a-60.level-2'));
  assert.is(root.querySelectorAll('.mark a').length, 60);
});

test('setting stops when the reader leaves', async () => {
  const controller = new AbortController();
  const { root } = await pageOf('');
  const body = `${'Words of a keeper. '.repeat(100)}\n\n`.repeat(100);
  let pieces = 0;
  const isSet = await setText(root, body, SETTING, {
    sanitise,
    pause: async () => controller.abort(),
    signal: controller.signal,
    onProgress: () => pieces++,
  });
  assert.is(isSet, false);
  assert.is(pieces, 2);
});

test('if the parser or the sanitiser throws, the text is shown as written', async () => {
  const { root } = await pageOf('');
  await setText(root, 'Some *words*.', SETTING, {
    sanitise() {
      throw new RangeError('Maximum call stack size exceeded');
    },
    pause: async () => {},
    signal: new AbortController().signal,
    onProgress() {},
  });
  assert.is(root.querySelector('pre')?.textContent, 'Some *words*.');
  assert.match(root.querySelector('p')!.textContent!, /as it is written/);
});

test.run();
