import { isFootnote, wordsOf } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { headLetters, letters, levelOf, pathOf } from './hierarchy.ts';
import type { Schema } from './schemas.ts';
import { below, charactersOf, type Element, elementsIn, lineOf } from './tree.ts';
import { containersOf, headOf, isCalled } from './units.ts';

/** A level of the XML above units, with the file of its own text. */
export interface ContainerPair {
  container: Element;
  key: string;
  level: CorpusFile | null;
}

const LEVEL_WORDS =
  /^(?:subtitle|title|subchapter|subchap|chapter|subpart|part|division|article|appendix)s?(?=[\divxlcdma-z]{0,9})/;

/** A heading without the name of its level. */
const bare = (level: string, head: string): string =>
  level === 'subject_group' ? head : head.replace(LEVEL_WORDS, '');

/** Pairs levels by all headings below the title. */
export function pairContainers(
  root: Element,
  schema: Schema,
  levels: readonly CorpusFile[],
): ContainerPair[] {
  const byKey = new Map<string, CorpusFile[]>();
  for (const level of levels) {
    const rows = [...((level.data.hierarchy as Row[] | undefined) ?? []), level.data as unknown as Row];
    const key = rows
      .slice(1)
      .map(row => `${row.level} ${bare(row.level, letters(`${row.number ?? ''} ${row.name ?? ''}`))}`)
      .join(' > ');
    byKey.set(key, [...(byKey.get(key) ?? []), level]);
  }
  return containersOf(root, schema).map(container => {
    const chain = [...pathOf(container, schema), container].slice(1);
    const key = chain
      .map(element => `${levelOf(element)} ${bare(levelOf(element), headLetters(element))}`)
      .join(' > ');
    return { container, key: key || 'title', level: byKey.get(key)?.shift() ?? null };
  });
}

interface Row {
  level: string;
  number?: string | null;
  name?: string | null;
}

const HEADS = /^(?:num|heading|HEAD|HED|HD|RESERVED|TITLEHD|TOCHD|PRTPAGE|EAR|LRH|RRH)$/;

/** Whether a level has words besides number and heading; a footnote of the heading counts. */
export const hasOwnText = (container: Element, schema: Schema): boolean =>
  elementsIn(container).some(child => {
    if (schema.isContainer(child) || schema.isUnit(child) || schema.out(child) !== null) return false;
    if (!HEADS.test(child.name)) return wordsOf(charactersOf(child)).length > 0;
    return [...below(child)].some(
      inner => isFootnote(inner) || (IN_HEADS.test(inner.name) && wordsOf(charactersOf(inner)).length > 0),
    );
  });

/** Elements in a heading that are separate paragraphs. */
const IN_HEADS = /^(?:SOURCE|AUTH|NOTE|EDNOTE|EFFDNOT|HED1|P|TEXT)$/;

/** A reserved part or subpart is a level, and no document. */
export const isReserved = (container: Element): boolean =>
  /^(?:sub)?part$/.test(levelOf(container)) &&
  /(?:\[reserved\]|^\W*reserved\W*)\.?$/i.test(lineOf(headOf(container), isCalled));

/** Below a level: the content of a unit or of another level. */
export const isOthers =
  (schema: Schema) =>
  (element: Element): boolean =>
    schema.isUnit(element) || schema.isContainer(element);
