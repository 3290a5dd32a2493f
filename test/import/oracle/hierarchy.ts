import { wordsOf } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import type { Schema } from './schemas.ts';
import { ancestorsOf, below, childOf, type Element, lineOf } from './tree.ts';
import { isCalled, type Pair } from './units.ts';

/** Levels of the eCFR by `TYPE`, and of its printed edition by name; levels of the Code have the names of their elements. */
const LEVELS: Readonly<Record<string, { level: string; segment: string }>> = {
  TITLE: { level: 'title', segment: 't' },
  SUBTITLE: { level: 'subtitle', segment: 'st' },
  CHAPTER: { level: 'chapter', segment: 'ch' },
  SUBCHAP: { level: 'subchapter', segment: 'sch' },
  PART: { level: 'part', segment: 'p' },
  SUBPART: { level: 'subpart', segment: 'sp' },
  SUBJGRP: { level: 'subject_group', segment: 'sg-' },
};

const kindOf = ({ name, attributes: { TYPE } }: Element) => LEVELS[TYPE ?? ''] ?? LEVELS[name];

export const levelOf = (container: Element): string => kindOf(container)?.level ?? container.name;

/** The containers around a unit, the outermost first. */
export const pathOf = (unit: Element, schema: Schema): Element[] =>
  ancestorsOf(unit).filter(schema.isContainer);

interface Row {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
}

const isFootnote = ({ name, attributes }: Element): boolean =>
  attributes.type === 'footnote' || attributes.class === 'footnoteRef' || name === 'toc';

const HOLDERS = /^(?:CFRTITLE|TITLEHD|TOC|TOCHD|HEAD|HD|RESERVED)$/;

/** The heading of a level, which may be inside that of a table of contents. */
export const headIn = (container: Element): Element | undefined =>
  [...below(container, ({ name }) => !HOLDERS.test(name))].find(({ name }) =>
    /^(?:HEAD|HD|RESERVED)$/.test(name),
  );

/** All letters and digits of number and name in the XML's heading. */
export function headLetters(container: Element): string {
  if (kindOf(container)) {
    const head = headIn(container);
    return letters(lineOf(head, isCalled).replace(/\s*--\s*Volume.*$/i, ''));
  }
  const num = lineOf(childOf(container, 'num'), isFootnote);
  return letters(`${num} ${lineOf(childOf(container, 'heading'), isFootnote)}`);
}

export const letters = (text: string): string => wordsOf(text).join('').toLowerCase();

const WORDS: Readonly<Record<string, readonly string[]>> = {
  subchapter: ['subchapter', 'subchap', 'subchapters'],
  subject_group: [''],
};

/** Whether a row's number and name make the words of the heading: `CHAPTER 7A—ABC` is chapter 7A, `ABC`. */
function isHead({ level, number, name }: Row, head: string): boolean {
  const own = letters(`${number ?? ''} ${name ?? ''}`);
  if (level === 'appendix')
    return head === letters(`title ${number?.replace(/[a-z]$/, '')} appendix ${name ?? ''}`);
  const words = WORDS[level] ?? [level, `${level}s`, ''];
  return words.some(word => word + own === head);
}

/** Compares the levels of documents with the elements around their units. */
export function compareHierarchy(
  pairs: readonly Pair[],
  schema: Schema,
  rowsOf: (document: CorpusFile) => unknown = ({ data }) => data.hierarchy,
): Findings {
  const findings = new Findings();
  for (const { unit, key, document } of pairs) {
    if (!document || schema.source === 'fr') continue;
    const path = pathOf(unit, schema);
    const rows = ((rowsOf(document) as Row[] | undefined) ?? []).slice(-path.length || undefined);
    findings.expect(key, 'levels', rows.map(({ level }) => level).join(' > '), path.map(levelOf).join(' > '));
    path.forEach((container, i) => {
      const row = rows[i];
      if (!row) return;
      const head = headLetters(container);
      const told = letters(`${row.number ?? ''} ${row.name ?? ''}`);
      findings.expect(key, `heading of ${row.level}`, isHead(row, head) ? head : told, head);
      const number = numberOf(container);
      if (number !== null) findings.expect(key, `number of ${row.level}`, row.number, number);
      const identifier = identifierOf(container, row, rows[i - 1]);
      if (identifier !== null) findings.expect(key, `identifier of ${row.level}`, row.identifier, identifier);
    });
  }
  return findings;
}

/** The number in an attribute; null if only the heading has it. */
function numberOf(container: Element): string | null {
  const { N } = container.attributes;
  if (LEVELS[container.attributes.TYPE ?? ''])
    return N &&
      /^[\dA-Z.-]+$/.test(N) &&
      N !== '0' &&
      levelOf(container) !== 'subject_group' &&
      levelOf(container) !== 'title'
      ? N
      : null;
  const segment = /\/(?:ch|sch|st|d|pt)([^/]+)$/.exec(container.attributes.identifier ?? '')?.[1];
  return segment ?? null;
}

function identifierOf(container: Element, row: Row, above: Row | undefined): string | null {
  const own = container.attributes.identifier?.trim();
  if (own !== undefined) return /^\/us\/usc\/t/.test(own) ? own : null;
  const kind = kindOf(container);
  if (!kind || row.number === null || !above?.identifier || kind.level === 'subject_group') return null;
  const base =
    kind.level === 'part' ? above.identifier.replace(/^(\/us\/cfr\/t\d+).*$/, '$1') : above.identifier;
  return `${base}/${kind.segment}${row.number}`;
}
