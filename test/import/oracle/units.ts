import { wordsOf } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import type { Schema } from './schemas.ts';
import { ancestorsOf, below, childOf, type Element, isElement, lineOf } from './tree.ts';

/** A unit of the XML with its document. */
export interface Pair {
  unit: Element;
  /** Unique among the units of the file. */
  key: string;
  document: CorpusFile | null;
}

export interface Units {
  pairs: Pair[];
  /** Documents without a unit in the XML. */
  surplus: CorpusFile[];
}

/** Pairs the units of a file with documents: by identifiers, sections' numbers, headings of appendices, numbers of documents. */
export function pairUnits(root: Element, schema: Schema, documents: readonly CorpusFile[]): Units {
  const byKey = new Map<string, CorpusFile[]>();
  for (const document of documents) {
    for (const key of documentKeys(document)) byKey.set(key, [...(byKey.get(key) ?? []), document]);
  }
  const taken = new Set<CorpusFile>();
  const title = titleNumber(root);
  const pairs = unitsOf(root, schema).map((unit): Pair => {
    const key = unitKey(unit, schema, title);
    const candidates = (byKey.get(key) ?? []).filter(found => !taken.has(found));
    const place = placeOf(unit);
    const document = candidates.find(found => placeIn(found) === place) ?? candidates[0] ?? null;
    if (document) taken.add(document);
    return { unit, key, document };
  });
  return { pairs, surplus: documents.filter(document => !taken.has(document)) };
}

/** Units that are not inside another one. */
export function unitsOf(root: Element, schema: Schema): Element[] {
  if (schema.isUnit(root)) return [root];
  return [...below(root, element => element.parent !== null && schema.isUnit(element.parent))].filter(
    schema.isUnit,
  );
}

export const containersOf = (root: Element, schema: Schema): Element[] =>
  [root, ...below(root, schema.isUnit)].filter(schema.isContainer);

/** The number of a title in a file; empty without one. */
export function titleNumber(root: Element): string {
  const { name, attributes } = root;
  if (name === 'uscDoc') {
    const number = [...below(root)].find(element => element.name === 'docNumber');
    return number ? lineOf(number).toLowerCase() : '';
  }
  if (name === 'DIV1') return attributes.N ?? '';
  const path = /title-(\d+)/.exec(attributes.hierarchy_metadata ?? '')?.[1];
  if (path) return path;
  for (const element of below(root)) {
    if (element.name === 'IDNO' || element.name === 'CFRTITLE') return lineOf(element);
    if (element.name === 'TITLENUM') return lineOf(element).replace(/\D/g, '');
    if (element.name === 'DIV1') return element.attributes.N ?? '';
  }
  return '';
}

/** Writes a range's numbers with hyphens and without signs. */
export const bareNumber = (text: string): string =>
  text
    .replace(/§+/g, '')
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const squeezed = (text: string): string => wordsOf(text).join(' ').toLowerCase();

/** The number of a document, from its last line. */
export function documentNumber(unit: Element): string | null {
  for (const element of below(unit)) {
    if (element.name !== 'FRDOC' && element.name !== 'FILED') continue;
    const number = /Doc\.?\s*(?:No\.?\s*)?:?\s*([A-Z0-9]+(?:\s?-\s?[A-Z0-9]+)+)/i.exec(
      lineOf(element).replace(/[\u2010-\u2015\u2212]/g, '-'),
    );
    if (number) return number[1]!.replace(/\s/g, '');
  }
  return null;
}

/** The heading of an appendix, or the number of a section. */
export const headOf = (unit: Element): Element | undefined => childOf(unit, 'HEAD', 'HD', 'RESERVED');

const isAppendix = (unit: Element): boolean =>
  unit.attributes.TYPE === 'APPENDIX' || unit.name === 'APPENDIX';

function unitKey(unit: Element, { source }: Schema, title: string): string {
  if (source === 'usc') return unit.attributes.identifier!.trim().replace(/\s+/g, ' ');
  if (source === 'fr') return `/us/fr/${documentNumber(unit) ?? ''}`;
  if (isAppendix(unit)) return `appendix ${squeezed(lineOf(headOf(unit), isCalled))}`;
  const sectno = childOf(unit, 'SECTNO');
  return `/us/cfr/t${title}/s${bareNumber(sectno ? lineOf(sectno) : (unit.attributes.N ?? ''))}`;
}

/** Content of a heading that is none of its words: calls of footnotes, notes, statements. */
export function isCalled(element: Element): boolean {
  if (element.name !== 'SU')
    return /^(?:FTREF|FTNT|SOURCE|AUTH|HED1|EDNOTE|EFFDNOT|NOTE|PRTPAGE|XREF|P|TEXT)$/.test(element.name);
  const siblings = element.parent?.children.filter(child => isElement(child) || child.trim() !== '') ?? [];
  const next = siblings[siblings.indexOf(element) + 1];
  return next !== undefined && isElement(next) && next.name === 'FTREF';
}

function documentKeys({ identifier, data }: CorpusFile): string[] {
  const aliases = Array.isArray(data.aliases) ? (data.aliases as string[]) : [];
  const keys = [identifier.replace(/~\d+$/, ''), ...aliases];
  if (data.granularity === 'appendix')
    keys.push(`appendix ${squeezed(`${String(data.section_number)} ${String(data.section_name ?? '')}`)}`);
  return [...new Set(keys)];
}

/** The place of a unit, for units with the same number: the part, or the nearest level above. */
function placeOf(unit: Element): string {
  const part = ancestorsOf(unit).findLast(
    ({ name, attributes }) => name === 'PART' || attributes.TYPE === 'PART',
  );
  return part ? (part.attributes.N ?? '') : '';
}

const placeIn = ({ data }: CorpusFile): string => String(data.part_number ?? '');
