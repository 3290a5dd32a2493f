import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StateHeader } from '../../build/state/header.ts';
import type { Meaning, StoredReference } from '../../build/state/references.ts';
import { StateStore } from '../../build/state/store.ts';
import type { WrittenReference } from '../../build/state/written-reference.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** References in the state of a build: what is put waits, and is read as if it did not. */

let file = '';
let store: StateStore;
test.before.each(() => {
  file = join(temporaryFolder(), 'state');
  store = StateStore.create(file);
  store.addIndexes();
});
test.after.each(() => store.close());

const citing = (written: string, ...pinpoint: string[]): WrittenReference => ({
  ...{ written, place: 'text', count: 1 },
  pinpoints: pinpoint.length > 0 ? [pinpoint] : [],
});

/** All that is written is of one scope but for what begins with `0`. */
const scopeOf = (written: string): string => written.slice(0, 1).replace(/[^0]/, 'a');
const put = (subject: string, ...references: WrittenReference[]): void =>
  store.references.put(subject, references, scopeOf);

/** @param meant the subjects that something written means, by how it is written */
function mean(meant: Readonly<Record<string, readonly string[]>>): void {
  const targets = [...store.references.meanings(null)].flatMap(({ id, written }) => {
    const [target, ...further] = meant[written] ?? [];
    return target === undefined ? [] : [{ id, target, further: further.length > 0 ? further : null }];
  });
  store.references.setTargets(targets);
}

/** `C` for a reference to C, `C a.1` for one to its (a)(1). */
const told = (references: readonly StoredReference[] = []): string[] =>
  references.map(({ other, pinpoints }) => [other, ...pinpoints.map(labels => labels.join('.'))].join(' '));
const citedBy = (subject: string): string[] => told(store.references.citedBy([subject]).get(subject));
const citingOf = (subject: string): string[] => told(store.references.citing([subject]).get(subject));
const writtenOf = (meanings: Iterable<Meaning>): string[] =>
  Array.from(meanings, each => each.written).sort();

test('what is written alike in several kinds of places is as many references', () => {
  const references: WrittenReference[] = [
    { written: 'x', place: 'text', count: 2, pinpoints: [['a', '1'], ['b']] },
    { written: 'x', place: 'note', count: 1, pinpoints: [] },
  ];
  put('A', ...references);
  assert.equal(store.references.writtenIn('A'), references);
});

test('what is cited and what cites is in the order of what is written, whatever came first', () => {
  put('B', citing('z'), citing('y', 'a', '1'), citing('x'));
  // Others are known already when `w` comes.
  put('A', citing('y'), citing('x'), citing('w'));
  mean({ z: ['M'], x: ['N'], y: ['R', 'Q', 'P', 'O'], w: ['M'] });
  assert.equal(citedBy('A'), ['M', 'N', 'O', 'P', 'Q', 'R']);
  assert.equal(citedBy('B'), ['N', 'O', 'P', 'Q', 'R a.1', 'M']);
  assert.equal(citingOf('R'), ['A', 'B a.1']);
  assert.equal(citingOf('M'), ['A', 'B']);
  assert.equal([...store.references.citedBy(['A', 'B', 'C']).keys()].sort(), ['A', 'B']);
});

test('a range cites its members, but for those that the same subject cites by themselves', () => {
  put('A', citing('range', 'a'), citing('single', 'b'));
  put('B', citing('range'));
  mean({ range: ['M', 'N', 'O'], single: ['N'] });
  assert.equal(citedBy('A'), ['M a', 'O', 'N b']);
  assert.equal(citingOf('N'), ['B', 'A b']);
  assert.equal(citingOf('O'), ['A', 'B']);
});

test('subjects that cite another one count once each, and never itself', () => {
  put('A', citing('range'), citing('single'));
  put('B', citing('range'));
  put('N', citing('single'));
  mean({ range: ['M', 'N'], single: ['N'] });
  assert.is(store.references.citedByCount('N'), 2);
  assert.is(store.references.citedByCount('M'), 2);
});

test('what nobody knows is cited by nobody', () => {
  put('A', citing('x'), citing('y'));
  mean({ x: [''], y: ['M'] });
  assert.equal(citedBy('A'), ['M']);
});

test('further meanings replace the former ones, and stay where nothing is said of them', () => {
  put('A', citing('single'), citing('range'));
  mean({ single: ['L'], range: ['M', 'N', 'O'] });
  mean({ single: ['M'], range: ['M', 'O', 'P'] });
  assert.equal(citedBy('A'), ['M', 'O', 'P', 'M']);
  mean({ range: ['L'] });
  assert.equal(citedBy('A'), ['L', 'O', 'P', 'M']);
});

test('meanings are those of some scopes and all that are new, or everything, however many there are', () => {
  put('A', citing('a'), citing('b'), citing('0'));
  assert.equal(writtenOf(store.references.meanings([])), ['0', 'a', 'b']);
  mean({ a: ['M'], b: ['M'], 0: ['M'] });
  put('B', citing('c'), citing('a'));
  assert.equal(writtenOf(store.references.meanings([])), ['c']);
  assert.equal(writtenOf(store.references.meanings(['0'])), ['0', 'c']);
  const many = Array.from({ length: 20_001 }, (_, i) => `${i}`.padStart(6, '0'));
  put('C', ...many.map(written => citing(written)));
  assert.equal(writtenOf(store.references.meanings(null)), [...many, 'a', 'b', 'c', '0'].sort());
});

test('what is removed while it waits is gone, and comes back when it is put again', () => {
  for (let i = 0; i < 200; i++) {
    put('A', citing(`x${i}`));
    store.references.remove('A');
    put(`B${i}`, citing(`x${i}`));
  }
  assert.equal(store.references.writtenIn('A'), []);
  assert.equal(writtenOf(store.references.meanings(null)).length, 200);
  put('A', citing('x7'));
  assert.equal(store.references.writtenIn('A'), [citing('x7')]);
});

test('what waits is committed', () => {
  put('A', citing('x'));
  store.commit({} as StateHeader);
  store = StateStore.open(file);
  assert.equal(store.references.writtenIn('A'), [citing('x')]);
});

test('titles of levels go one by one', () => {
  for (const subject of ['A', 'B']) store.references.setLevelTitle('usc/t17', subject, `Of ${subject}`);
  store.references.setLevelTitle('usc/t18', 'A', 'Of gulls');
  store.references.removeLevelTitle('usc/t17', 'A');
  assert.equal([...store.references.levelTitles('usc/t17')], [['B', 'Of B']]);
  store.references.removeLevelTitle('usc/t17', 'B');
  assert.equal(store.references.levelParts(), ['usc/t18']);
});

test.run();
