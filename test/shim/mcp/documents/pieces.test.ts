import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Piece, pieceOf } from '../../../../shim/mcp/documents/pieces.ts';
import { Random } from '../../../helpers/random.ts';

/** All pieces of a stretch of a text. */
function pieces(text: string, most: number, from = 0, to = text.length): string[] {
  const all: string[] = [];
  for (let offset: number | null = from; offset !== null; ) {
    const piece: Piece = pieceOf(text, offset, to, most);
    all.push(piece.text);
    offset = piece.next_offset;
  }
  return all;
}

test('a fitting text is one piece', () => {
  assert.equal(pieceOf('ab cd', 0, 5, 5), { text: 'ab cd', offset: 0, next_offset: null });
  assert.equal(pieceOf('', 0, 0, 5), { text: '', offset: 0, next_offset: null });
  assert.equal(pieceOf('ab cd', 1, 3, 5), { text: 'b ', offset: 1, next_offset: null });
});

test('a piece ends with a line, or else a word, if it loses at most a fifth', () => {
  assert.equal(pieces('line one\nand two', 10), ['line one\n', 'and two']);
  assert.equal(pieces('some words here', 12), ['some words ', 'here']);
  assert.equal(pieces('a bcdefghijklmnop', 10), ['a bcdefghi', 'jklmnop']);
});

test('no character is divided, and a piece is never empty', () => {
  assert.equal(pieces('😀😀😀', 3), ['😀', '😀', '😀']);
  assert.equal(pieces('😀', 1).join(''), '😀');
  assert.equal(pieceOf('a😀b', 2, 4, 10).text, '😀b');
});

test('the pieces of any text make up the text', () => {
  const random = new Random(17);
  for (let i = 0; i < 200; i++) {
    const text = Array.from({ length: random.below(60) }, () =>
      random.pick(['a', 'bc', ' ', '\n', '😀', '§']),
    ).join('');
    const most = 2 + random.below(20);
    const all = pieces(text, most);
    assert.is(all.join(''), text);
    for (const piece of all) assert.ok(piece.length <= most && !/[\ud800-\udbff]$/.test(piece));
  }
});

test.run();
