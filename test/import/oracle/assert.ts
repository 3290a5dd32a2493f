import * as assert from 'uvu/assert';
import { type Examined, sumOf } from './corpus.ts';
import type { Finding } from './findings.ts';

/** Largest shares of the words in. No word may be lost. */
export const BOUNDS = { broken: 0.0002, moved: 0.001, added: 0.005, addedToFew: 0.02 } as const;
/** In a short title with short sections, `Source Credit` and `Notes` are a larger share. */
const SMALL = 50_000;

/** Known differences from the XML, by place and field. */
export type Exception = Partial<Pick<Finding, 'place' | 'field'>> & { name?: string };

const isExcepted = (finding: Finding & { name: string }, { name, place, field }: Exception): boolean =>
  (name === undefined || finding.name === name) &&
  (place === undefined || finding.place === place) &&
  (field === undefined || finding.field === field);

/** Asserts that all words, units, fields, levels, tables, footnotes and references of files are kept. */
export function assertWhole(all: readonly Examined[], exceptions: readonly Exception[] = []): void {
  assert.ok(all.length > 0, 'nothing was examined');
  for (const { name, examination } of all) {
    for (const losses of [examination.words, ...(examination.apiWords ? [examination.apiWords] : [])]) {
      const told = `${name}: ${JSON.stringify(losses.examples.filter(({ kind }) => kind !== 'added'))}`;
      assert.is(losses.lost, 0, told);
      assert.ok(losses.broken <= BOUNDS.broken * losses.words, told);
      assert.ok(losses.moved <= BOUNDS.moved * losses.words, told);
    }
  }
  for (const isApi of [false, true]) {
    const { words, added } = sumOf(all, isApi);
    const bound = words < SMALL ? BOUNDS.addedToFew : BOUNDS.added;
    assert.ok(added <= bound * words, `${added} words are added to ${words}`);
  }
  const left = sumOf(all).findings.filter(finding => !exceptions.some(one => isExcepted(finding, one)));
  assert.equal(left, []);
}
