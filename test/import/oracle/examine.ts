import { readFileSync } from 'node:fs';
import { plainText } from '../../../build/text/plain.ts';
import { cutXml } from './blocks.ts';
import { hasOwnText, isOthers, isReserved, pairContainers } from './containers.ts';
import type { ApiDocument, CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { compareFootnotes } from './footnotes.ts';
import { compareHierarchy, headLetters } from './hierarchy.ts';
import { compareMarks } from './marks.ts';
import { compareMetadata, type Known } from './metadata.ts';
import { compareReferences } from './references.ts';
import { isWhole, type Schema, schemaOf } from './schemas.ts';
import { compareTables } from './tables.ts';
import { type Element, parseXml } from './tree.ts';
import { type Pair, pairUnits } from './units.ts';
import { compare, type Losses } from './words.ts';

export const SUBJECTS = [
  'units',
  'hierarchy',
  'metadata',
  'tables',
  'footnotes',
  'references',
  'marks',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The oracle's findings on one file of XML and its imported files. */
export interface Examination {
  source: Schema['source'];
  words: Losses;
  /** Losses in the API after a build; null without a tree. */
  apiWords: Losses | null;
  findings: Record<Subject, Findings>;
  counts: Record<string, number>;
  /** Addresses of all references. */
  targets: string[];
}

/** A footnote whose number repeats that of another one in its unit. */
export const numbersAsWritten = (text: string): string => text.replace(/\[([^\s[\]]+?)·\d+\]/g, '[$1]');

/** @param files all imported files of the XML @param api documents of its source in the API */
export function examine(
  xml: string,
  files: readonly CorpusFile[],
  known: Known,
  api: ReadonlyMap<string, ApiDocument> | null = null,
): Examination {
  const root = parseXml(readFileSync(xml, 'utf8'));
  const schema = schemaOf(root);
  const { blocks } = cutXml(root, schema);
  const texts = files.map(({ body }) => numbersAsWritten(plainText(body)));
  const documents = files.filter(({ isUnit }) => isUnit);
  const { pairs, surplus } = pairUnits(root, schema, documents);
  const findings = Object.fromEntries(SUBJECTS.map(subject => [subject, new Findings()])) as Record<
    Subject,
    Findings
  >;
  for (const { key, document } of pairs) findings.units.expect(key, 'document', document ? key : '', key);
  for (const { path } of surplus) findings.units.expect(path, 'unit', path, '');
  findings.hierarchy.add(compareHierarchy(pairs, schema));
  findings.metadata.add(compareMetadata(root, pairs, schema, known));
  const counts: Record<string, number> = { units: pairs.length, tables: 0, footnotes: 0, definitions: 0 };
  Object.assign(counts, {
    uncalled: 0,
    paragraphs: 0,
    stars: 0,
    images: 0,
    instructions: 0,
    own: 0,
    reserved: 0,
  });
  const targets: string[] = [];
  const look = (
    place: string,
    element: Element,
    document: CorpusFile,
    isLeftOut?: (one: Element) => boolean,
  ) => {
    const isOut = (one: Element) => schema.out(one) !== null || (isLeftOut?.(one) ?? false);
    const { findings: tables, tables: found } = compareTables(place, element, document, schema, isOut);
    const footnotes = compareFootnotes(place, element, document, schema, isLeftOut);
    const references = compareReferences(place, element, document, schema, isLeftOut);
    const { findings: marks, marks: marked } = compareMarks(place, element, document, schema, isLeftOut);
    const all = { tables, footnotes: footnotes.findings, references: references.findings, marks };
    for (const [subject, those] of Object.entries(all)) findings[subject as Subject].add(those);
    counts.tables! += found;
    counts.footnotes! += footnotes.footnotes;
    counts.definitions! += footnotes.definitions;
    counts.uncalled! += footnotes.uncalled.length;
    counts.paragraphs! += footnotes.paragraphs;
    for (const [name, count] of Object.entries(marked)) counts[name]! += count;
    targets.push(...references.targets);
  };
  for (const { unit, key, document } of pairs) if (document) look(key, unit, document);
  if (schema.source !== 'fr' && isWhole(root))
    lookAtLevels(root, schema, files, findings.units, counts, look);
  return {
    ...{ source: schema.source, words: compare(blocks, texts), findings, counts, targets },
    apiWords: api && apiLosses(pairs, schema, blocks, api, findings),
  };
}

function lookAtLevels(
  root: Element,
  schema: Schema,
  files: readonly CorpusFile[],
  findings: Findings,
  counts: Record<string, number>,
  look: (place: string, element: Element, level: CorpusFile, isLeftOut: (one: Element) => boolean) => void,
): void {
  const levels = files.filter(({ isUnit }) => !isUnit);
  for (const { container, key, level } of pairContainers(root, schema, levels)) {
    const hasText = hasOwnText(container, schema);
    // A level without words has no file.
    const isSilent = headLetters(container) === '' && !hasText;
    findings.expect(key, 'level', level ? key : '', isSilent ? '' : key);
    if (!level) continue;
    findings.expect(key, 'has_text', level.data.has_text, hasText);
    if (hasText) counts.own! += 1;
    if (isReserved(container)) {
      counts.reserved! += 1;
      findings.expect(key, 'status', level.data.status, 'reserved');
    }
    const isOther = isOthers(schema);
    look(key, container, level, isOther);
  }
}

/** Compares the same words with the API's text, and the same metadata and levels; levels have no document there. */
function apiLosses(
  pairs: readonly Pair[],
  schema: Schema,
  blocks: ReturnType<typeof cutXml>['blocks'],
  api: ReadonlyMap<string, ApiDocument>,
  findings: Record<Subject, Findings>,
): Losses {
  const texts: string[] = [];
  for (const { key, document } of pairs) {
    const told = document && api.get(document.identifier);
    findings.units.expect(key, 'document of the API', told ? key : '', key);
    if (told) texts.push(numbersAsWritten(told.text));
  }
  const rowsOf = ({ identifier }: CorpusFile) => api.get(identifier)?.metadata.hierarchy;
  findings.hierarchy.add(compareHierarchy(pairs, schema, rowsOf));
  return compare(
    blocks.filter(({ unit }) => unit !== null),
    texts,
  );
}
