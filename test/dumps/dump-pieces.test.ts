import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DumpedDocument, dumpPieces, keyOf } from '../../build/dumps/dump-pieces.ts';

const document = (i: number, sha256 = `${i}`): DumpedDocument => ({
  path: `api/usc/documents/t17/s${i}.json`,
  sha256,
});
const DOCUMENTS = Array.from({ length: 20_000 }, (_, i) => document(i));
const piecesOf = (documents: readonly DumpedDocument[]) => [...dumpPieces(documents)];
const ends = (documents: readonly DumpedDocument[]) =>
  new Set(piecesOf(documents).map(piece => piece.at(-1)?.path));

test('pieces have all documents in order, about sixteen each', () => {
  const pieces = piecesOf(DOCUMENTS);
  assert.equal(pieces.flat(), DOCUMENTS);
  assert.ok(pieces.length > 20_000 / 16 / 1.5 && pieces.length < (20_000 / 16) * 1.5, `${pieces.length}`);
  assert.ok(Math.max(...pieces.map(piece => piece.length)) < 16 * 15);
  assert.ok(pieces.every(piece => piece.length > 0));
  assert.equal(piecesOf([]), []);
  assert.equal(piecesOf(DOCUMENTS.slice(0, 1)), [DOCUMENTS.slice(0, 1)]);
});

test('an added or removed document changes only its own piece', () => {
  const before = ends(DOCUMENTS);
  for (const at of [0, 5, 777, 19_998]) {
    const without = ends(DOCUMENTS.filter((_, i) => i !== at));
    assert.ok([...before].filter(end => !without.has(end)).length <= 1, `${at}`);
    assert.ok([...without].filter(end => !before.has(end)).length <= 1, `${at}`);
  }
});

test('the path of its last document alone ends a piece', () => {
  const [other] = piecesOf(DOCUMENTS).find(piece => piece.length > 1) as DumpedDocument[];
  for (const piece of piecesOf(DOCUMENTS).slice(0, -1))
    assert.equal(piecesOf([piece.at(-1), other] as DumpedDocument[]), [[piece.at(-1)], [other]]);
});

test('a key depends on the documents of a piece, their further pages and their order', () => {
  const piece = DOCUMENTS.slice(0, 3);
  const [a, b, c] = piece as [DumpedDocument, DumpedDocument, DumpedDocument];
  const pages = (sha256: string) => [a, b, { ...c, pages: [{ path: 'page', sha256 }] }];
  const others = [[a, c, b], [a, b], [], [a, b, { ...c, sha256: 'other' }], pages('1'), pages('2')];
  const keys = [piece, ...others].map(keyOf);
  assert.is(new Set(keys).size, keys.length);
  assert.match(keyOf(piece), /^[\da-f]{32}$/);
  assert.is(keyOf(piece), keyOf(piece.map(one => ({ ...one }))));
});

test.run();
