import type { SectionCitation } from '../../contract/citations/citation.ts';
import { elidedEnds } from '../../contract/citations/elided-ranges.ts';
import { coveredSections } from '../../contract/citations/keys.ts';
import { rangeIn } from '../../contract/citations/provisions.ts';

/** A range up to this width covers all of its sections; a wider one means an act or a chapter and covers its ends. */
const WIDEST_RANGE = 20;
/** With a hyphen: acts are cited as `44 U.S.C. 3501-3520`. */
const WIDEST_HYPHEN = 5;

export function numbersOf({ numbers: written, title, code, of }: SectionCitation): string[] {
  const isOfStatutes = title !== null && of === null && code?.keys.part === null;
  const numbers: string[] = [];
  for (const { number, endsRange, isPlural } of written) {
    const elided = isPlural ? elidedEnds(number) : null;
    const ends = code && title !== null ? rangeIn(code, title, number, isPlural) : elided;
    if (endsRange) numbers.push(...rangeOf(String(numbers.pop()), number, WIDEST_RANGE));
    else numbers.push(...spelledOut(number, !isOfStatutes, ends));
  }
  return numbers;
}

/**
 * A hyphen between a number and a higher one is a range, `3141-3144`, `231-231v`; `300aa-1` and `1.401-2` are one section.
 * @param mayBeOne a range may also be one number: `41 CFR part 60-300` @param ends of other ranges, which may be one number: `§§ 2241-55`
 */
function spelledOut(number: string, mayBeOne: boolean, ends: [string, string] | null): string[] {
  if (!number.includes('-')) return [number];
  const [, from, prefix, first, to, nextPrefix, next] =
    /^((\d+\.)?(\d+)[a-z]*)-((\d+\.)?(\d+)[a-z]*)$/i.exec(number) ?? [];
  const isRange = from && to && prefix === nextPrefix && Number(next) >= Number(first);
  if (isRange) return [...rangeOf(from, to, WIDEST_HYPHEN), ...(mayBeOne ? [number] : [])];
  return ends ? [...rangeOf(...ends, WIDEST_HYPHEN), number] : [number];
}

function rangeOf(from: string, to: string, widest: number): string[] {
  const width = lastNumber(to) - lastNumber(from);
  return width <= widest ? coveredSections(`${from} to ${to}`) : [from, to];
}

/** `1.401` → 401, `370f` → 370 */
const lastNumber = (section: string): number => Number(/\d+(?=\D*$)/.exec(section)?.[0]);
