import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CitingPlace } from '../../build/contract/reference.ts';
import { passagesOf } from '../../build/references/passages.ts';

const places = (body: string, first: CitingPlace = 'text'): string[] =>
  Array.from(passagesOf(body, first), ({ place, markdown }) => `${place}: ${markdown}`);

test('paragraphs are text until the notes', () => {
  assert.equal(places('# § 1. Gulls\n\nOne\ntwo\n\n## Notes\n\n### Amendments\n\nThree'), [
    'text: # § 1. Gulls',
    'text: One\ntwo',
    'note: ## Notes',
    'note: ### Amendments',
    'note: Three',
  ]);
});

test('notes begin with any heading of notes, and no other', () => {
  for (const heading of [
    '## Notes',
    '# Notes',
    '## Editorial Notes',
    '## Statutory Notes and Related Subsidiaries',
    '## notes',
    '## Executive Documents',
  ])
    assert.equal(places(`${heading}\n\nx`)[1], 'note: x', heading);
  for (const heading of ['### Notes', '## Notesheet', '## On Notes', 'Notes', '## Gulls'])
    assert.equal(places(`${heading}\n\nx`)[1], 'text: x', heading);
});

test('labels tell the place of their paragraph alone, also among notes', () => {
  for (const [label, place] of [
    ['**Authority**: 17', 'authority'],
    ['AUTHORITY: 17', 'authority'],
    ['authority: 17', 'authority'],
    ['**Source**: 17', 'credit'],
    ['[83 FR 21707, May 10, 2018]', 'credit'],
    ['**Note**: 17', 'note'],
    ['**Notes**: 17', 'note'],
    ['**Editorial Note**: 17', 'note'],
    ['**Cross References**: 17', 'note'],
  ] as const) {
    assert.equal(places(`${label}\n\nx`), [`${place}: ${label}`, 'text: x'], label);
    assert.equal(places(`## Notes\n\n${label}\n\nx`).slice(1), [`${place}: ${label}`, 'note: x'], label);
  }
  for (const words of ['An **Authority**: 17', '[FR 83]', '**Sources**: 17', '**Noted**: 17'])
    assert.equal(places(words), [`text: ${words}`], words);
});

test('what follows the credit of a statute are notes', () => {
  assert.equal(places('x\n\n**Source Credit**: (y)\n\nz'), [
    'text: x',
    'credit: **Source Credit**: (y)',
    'note: z',
  ]);
});

test('text without a label is of the given place', () => {
  assert.equal(places('x\n\n**Authority**: y\n\nz', 'note'), [
    'note: x',
    'authority: **Authority**: y',
    'note: z',
  ]);
});

test('lines with spaces alone divide paragraphs, line ends do not', () => {
  assert.equal(places('a\n \t\n\n\nb\nc\n'), ['text: a', 'text: b\nc\n']);
  assert.equal(places(''), ['text: ']);
});

test.run();
