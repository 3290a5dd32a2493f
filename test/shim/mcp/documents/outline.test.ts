import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outlineOf } from '../../../../shim/mcp/documents/outline.ts';

const levels = (markdown: string): [string, number][] =>
  outlineOf(markdown).map(({ title, level }) => [title, level]);

test('headings have levels, and end at the next of the same or a higher level', () => {
  const markdown = '# § 1. One\n\nText.\n\n## Notes\n\n### *First*\n\nx\n\n### Second\n\ny\n\n## More\n';
  const at = (text: string) => markdown.indexOf(text);
  assert.equal(outlineOf(markdown), [
    { title: '§ 1. One', level: 1, offset: 0, end: markdown.length },
    { title: 'Notes', level: 2, offset: at('## Notes'), end: at('## More') },
    { title: 'First', level: 3, offset: at('### *First'), end: at('### Second') },
    { title: 'Second', level: 3, offset: at('### Second'), end: at('## More') },
    { title: 'More', level: 2, offset: at('## More'), end: markdown.length },
  ]);
});

test('bold lines of the Federal Register are headings, with levels by their numbers', () => {
  const bold = [
    'SUMMARY:',
    'I. One',
    'A. First',
    '1. Of',
    'a. And',
    'Plain',
    'B. Then',
    'II. Two',
    'H. Ho',
    'I. Letter',
    'V. Five',
  ];
  assert.equal(levels(bold.map(title => `**${title}**\n\ntext\n`).join('\n')), [
    ['SUMMARY:', 7],
    ['I. One', 8],
    ['A. First', 9],
    ['1. Of', 10],
    ['a. And', 11],
    ['Plain', 12],
    ['B. Then', 9],
    ['II. Two', 8],
    ['H. Ho', 9],
    ['I. Letter', 9],
    ['V. Five', 8],
  ]);
});

test('titles have no markup and escapes', () => {
  assert.equal(levels('# \\[§ 2. *Old* `name`\\]  again\n'), [['[§ 2. Old name] again', 1]]);
});

test('bold words within a line, and a rule, are no headings', () => {
  assert.equal(
    levels('**(a)** Text.\n\n---\n\nA **bold** word\n\n**a** and **b**\n\n#hashtag\n\n****\n'),
    [],
  );
});

test.run();
