import { readFileSync } from 'node:fs';

/** The identifiers and numbers in the bare text of a title's XML, found without reading its structure. */
export interface Traces {
  /** Title in addresses, such as `/us/usc/t17`. */
  title: string;
  release: string;
  /** Identifiers of all elements as written, quoted ones included. */
  identifiers: ReadonlySet<string>;
  /** Numbers of sections in cells of tables: disposition tables have the former numbers. */
  cells: ReadonlySet<string>;
}

export function tracesOf(file: string): Traces {
  const xml = readFileSync(file, 'utf8');
  const all = [...xml.matchAll(/ identifier="([^"]+)"/g)].flatMap(([, names]) =>
    names!.trim().split(/\s+(?=\/us\/)/),
  );
  const number = /<docNumber>([^<]+)/.exec(xml)?.[1]?.toLowerCase();
  const cells = [...xml.matchAll(/<(?:[a-z]+:)?t[dh]\b[^>]*>([\s\S]*?)<\/(?:[a-z]+:)?t[dh]>/g)].flatMap(
    ([, cell]) => cell!.replace(/<[^>]*>/g, '').match(/\d+[a-z]*(?:[\u2010-\u2015-]\d+)?/gi) ?? [],
  );
  return {
    title: `/us/usc/t${number}`,
    release: /@([^<\s]+)<\/docPublicationName>/.exec(xml)?.[1] ?? '',
    identifiers: new Set(all),
    cells: new Set(cells.map(cell => cell.toLowerCase())),
  };
}

/** The parts of a section's number, in order of comparison: `228c–1` is `228`, `c`, `1`. */
const partsOf = (number: string): [number, string, number] | null => {
  const [, digits, letters = '', suffix = '0'] =
    /^(\d+)([a-z]*)(?:[\u2010-\u2015-](\d+))?$/i.exec(number) ?? [];
  return digits === undefined ? null : [Number(digits), letters.toLowerCase(), Number(suffix)];
};

function isUpTo(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (!left || !right) return false;
  for (const [i, part] of left.entries()) if (part !== right[i]) return part < right[i]!;
  return true;
}

const sectionIn = (address: string): string | undefined =>
  /^\/us\/usc\/[^/]+\/s([^/]+)/i.exec(address)?.[1]?.toLowerCase();

/** Whether an identifier of the XML names the target's section, alone or among several. */
export function isNamed(target: string, { identifiers }: Traces): boolean {
  const wanted = sectionIn(target);
  if (wanted === undefined) return identifiers.has(target);
  for (const identifier of identifiers) {
    const named = sectionIn(identifier);
    if (named === undefined) continue;
    for (const part of named.split(/, | and /)) {
      const [first, last = first] = part.split(/ to |\.\.\.|—| through /);
      if (first === wanted || (isUpTo(first!, wanted) && isUpTo(wanted, last!))) return true;
    }
  }
  return false;
}

/** Whether a cell of a table has the target's number. */
export const isInTable = (target: string, { cells }: Traces): boolean => cells.has(sectionIn(target) ?? '');
