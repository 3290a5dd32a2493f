import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diffOf } from '../../../../build/diff/diff.ts';
import { groupsOf, type Piece } from '../../../../build/site/app/read/redline/groups.ts';
import { MARK, markedGroup } from '../../../../build/site/app/read/redline/marked.ts';
import { documentsOf, SAMPLE_CORPUS } from '../../../helpers/tree.ts';

/** Markdown of two texts at once. */

const NAMES: Readonly<Record<string, string>> = {
  [MARK.insertion]: '{+',
  [MARK.deletion]: '{-',
  [MARK.end]: '}',
  [MARK.inserted]: '{all new}',
  [MARK.deleted]: '{all old}',
  [MARK.label]: '{label}',
  [MARK.moved]: '{moved}',
};
const shown = (text: string): string => text.replace(/[\ufdd0-\ufdd6]/g, sign => NAMES[sign] ?? '');
const markedOf = (...pieces: Piece[]): string[] => groupsOf(pieces).map(group => shown(markedGroup(group)));

test('changed words are marked, deleted ones in front of inserted ones', () => {
  assert.equal(markedOf(['=', 'A '], ['-', 'red'], ['+', 'green'], ['=', ' lamp.\n\nB.']), [
    'A {-red}{+green} lamp.',
    'B.',
  ]);
});

test('paragraphs that one text has are marked as a whole, behind their words', () => {
  assert.equal(
    markedOf(['=', '(a) A.\n\n'], ['-', '**(b)** B.\n\n'], ['+', '## C\n\n(c) C.\n\n'], ['=', 'D.']),
    ['(a) A.', '**(b)** B.{all old}', '## C{all new}', '(c) C.{all new}', 'D.'],
  );
  // The last paragraph may begin with the end of the one before.
  assert.equal(markedOf(['=', 'A.'], ['-', '\n\nB.'], ['=', '\n\nC.']), ['A.', 'B.{all old}', 'C.']);
});

test('two paragraphs that become one are one', () => {
  assert.equal(markedOf(['=', 'One'], ['-', '.\n\nTwo'], ['+', ' and two'], ['=', ' more.']), [
    'One{-\\. Two}{+ and two} more.',
  ]);
});

test('changes of markup alone are no changes, and the new markup counts', () => {
  assert.equal(markedOf(['-', '- **'], ['=', '(a)'], ['-', '**'], ['=', ' A.']), ['(a) A.']);
  assert.equal(markedOf(['+', '#'], ['=', '### Notes']), ['#### Notes']);
  assert.equal(markedOf(['=', '[§ 1](/us/pl/1/'], ['-', 'x'], ['+', 'tI/'], ['=', 's1) ends']), [
    '[§ 1](/us/pl/1/tI/s1) ends',
  ]);
});

test('deleted words never stand within an address or a sign', () => {
  assert.equal(markedOf(['=', '[A](/us/x'], ['-', ') gone '], ['=', '/y) B']), ['[A](/us/x/y){- gone } B']);
  assert.equal(markedOf(['-', 'Gone'], ['=', '- **(a)** A']), ['- **{-Gone}(a)** A']);
});

test('an inserted sign keeps its escape', () => {
  assert.equal(markedOf(['=', 'A'], ['+', ' \\[b\\'], ['=', '] c']), ['A{+ \\[b\\]} c']);
  assert.equal(markedOf(['=', 'A '], ['-', '\\*b\\*'], ['=', ' c']), ['A {-\\*b\\*} c']);
});

test('a new label stays whole, and names the former one', () => {
  assert.equal(
    markedOf(['=', '- **('], ['-', 'c'], ['+', 'd'], ['=', ')** the '], ['+', 'red '], ['=', 'lamp']),
    ['- **(d)**{label}\\(c\\){label} the {+red }lamp'],
  );
});

test('rows of tables are marked within their cells', () => {
  assert.equal(markedOf(['+', '| a | b |\n|---|---|\n| c | d |']), [
    '|{all new} a |{all new} b |\n|---|---|\n|{all new} c |{all new} d |',
  ]);
  assert.equal(markedOf(['=', '| a |\n|---|\n'], ['+', '| b |\n'], ['=', '| c |']), [
    '| a |\n|---|\n|{+ b }|\n| c |',
  ]);
});

test('a former text within a table of HTML has no backslashes, which would be shown, and begins no tag', () => {
  assert.equal(
    markedOf(
      ['=', '<table><tr><td>Fee of '],
      ['-', '$1.50 (a < b &amp; c)'],
      ['+', '$2'],
      ['=', '</td></tr></table>'],
    ),
    ['<table><tr><td>Fee of {-$1.50 (a &lt; b &amp; c)}{+$2}</td></tr></table>'],
  );
  assert.equal(markedOf(['=', 'Fee of '], ['-', '$1'], ['+', '$2'], ['=', ' <table>']), [
    'Fee of {-\\$1}{+$2} <table>',
  ]);
});

test('the lines below heads of tables are no words, however they are written', () => {
  for (const line of ['|---|---|', '| --- | :---: |', '---|---', '|:---|---:', '| --- |  ', '---'])
    assert.equal(
      markedOf(['=', `| a | b |\n`], ['-', line], ['=', '\n| c | d |']),
      ['| a | b |\n\n| c | d |'],
      line,
    );
  for (const line of ['| -- | -- |', '|---|--x|', '|---|| a |'])
    assert.match(markedOf(['=', `| a | b |\n`], ['-', line], ['=', '\n| c | d |'])[0] ?? '', '{-', line);
});

test('a line of very many dashes ends soon', () => {
  const dashes = '-'.repeat(5000);
  assert.equal(markedOf(['=', 'A '], ['-', 'b'], ['=', `\n${dashes}x`]), [`A {-b}\n${dashes}x`]);
  assert.equal(markedOf(['=', 'A '], ['-', 'b'], ['=', `\n| ${'--- '.repeat(1250)}x`]).length, 1);
  assert.equal(markedOf(['+', `| a |\n|${dashes}x|`]), [`|{all new} a |\n|{all new}${dashes}x|`]);
});

test('marks of the text itself are dropped', () => {
  assert.equal(markedOf(['=', `A ${MARK.insertion}b`], ['+', MARK.end]), ['A b']);
});

test('a group knows where it begins in both texts, in code points', () => {
  const groups = groupsOf([
    ['=', '\u{1f3e0}\n\n'],
    ['-', 'old\n\n'],
    ['=', 'same'],
  ]);
  assert.equal(
    groups.map(({ from, to }) => [from, to]),
    [
      [0, 0],
      [3, 3],
      [8, 3],
    ],
  );
});

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

test('without its marks and deleted words the text is the new one, whatever the two texts are', async () => {
  const bodies = (await documentsOf(SAMPLE_CORPUS))
    .map(({ body }) => body)
    .filter(body => body.length < 4000);
  assert.ok(bodies.length > 30);
  let changed = 0;
  for (const [i, body] of bodies.entries()) {
    const old = bodies[(i + 1) % bodies.length] as string;
    // Also texts that are much alike.
    const alike = body
      .replace(/\b(\w+) (\w+) lamp/g, '$2 $1 glass lamp')
      .replace(/\n\n[^\n]*the[^\n]*(?=\n\n)/, '');
    for (const from of [old, alike]) {
      const diff = diffOf({ metadata: {}, body: from }, { metadata: {}, body });
      const marked = groupsOf(diff.body).map(group => markedGroup(group));
      const kept = marked
        .filter(text => !text.includes(MARK.deleted))
        .join('\n\n')
        .replace(/\ufdd1[^\ufdd2]*\ufdd2/g, '')
        .replace(/\ufdd5[^\ufdd5]*\ufdd5/g, '');
      assert.equal(words(kept), words(body), body.slice(0, 80));
      changed += Number(marked.some(text => /[\ufdd0\ufdd1\ufdd3\ufdd4]/.test(text)));
    }
  }
  assert.ok(changed > 40, `${changed} pairs differ`);
});

test.run();
