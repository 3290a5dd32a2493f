import { officialTitle } from '../../contract/document-levels.ts';
import { sourceOf } from '../../contract/sources.ts';
import { RELEASE_POINTS } from '../../corpus/release-points.ts';
import type { Edition, Frontmatter, Head, Level, Outline, Schema, SchemaReader } from '../schema.ts';
import { childOf, elementsOf, isElement, lineOf, type XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import { aliasesOf } from './aliases.ts';
import { daysOfCredit, lawsOfCredit } from './dates.ts';
import { levelIdentifiers, unitIdentifier } from './identifiers.ts';
import { isPositiveLaw } from './positive-law.ts';
import { rules } from './table.ts';

/** USLM 1 in the namespace of the House, USLM 2 in that of GPO. */
const NAMESPACE = /^http:\/\/(?:xml\.house\.gov\/schemas\/uslm\/1\.|schemas\.gpo\.gov\/xml\/uslm$)/;

export const uslm: Schema = {
  name: 'USLM (U.S. Code)',
  matches: (root, { xmlns = '' }) => root === 'uscDoc' && (NAMESPACE.test(xmlns) || xmlns === ''),
  rules,
  head: ['meta'],
  start: head => new Title(head),
};

const isFootnote = ({ name, attributes }: XmlNode): boolean =>
  name === 'footnote' ||
  (name === 'note' && attributes.type === 'footnote') ||
  (name === 'ref' && attributes.class === 'footnoteRef') ||
  name === 'toc';

const words = (node: XmlNode | undefined): string =>
  node ? lineOf(node, isFootnote).replace(/\u00ad/g, '') : '';

/** Reads one title, or the appendix of one. */
class Title implements SchemaReader {
  readonly #edition: Edition;
  readonly #release: string | null;
  /** Null where nothing tells the day of a release point. */
  readonly #currency: string | null;
  /** `17`, `18a`. */
  readonly #label: string;
  readonly #isPositive: boolean;

  constructor({ attributes, nodes, days, file }: Head) {
    const meta = nodes.find(({ name }) => name === 'meta');
    const of = (name: string) => (meta ? words(childOf(meta, name)) : '');
    const identifier = /^\/us\/usc\/t(\d+[a-z]?)$/i.exec(attributes.identifier ?? '')?.[1];
    const label = (/^\d+[a-z]?$/i.exec(of('docNumber'))?.[0] ?? identifier)?.toLowerCase();
    const release = /@(\S+)$/.exec(of('docPublicationName'))?.[1] ?? '';
    const made = /^\d{4}-\d{2}-\d{2}/.exec(of('created') || of('processedDate'))?.[0];
    // Files of the beta are the `Online` edition of the day on which they were made.
    const isBeta = release === '' && of('docPublicationName') === 'Online';
    const told = file.day ?? days.get(release) ?? RELEASE_POINTS.get(release) ?? (isBeta ? made : undefined);
    const day = told ?? made;
    if (label === undefined) throw new XmlError('the title has no number');
    if (day === undefined || (release === '' && !isBeta))
      throw new XmlError('the title tells no release point');
    this.#release = release || null;
    this.#currency = told ?? null;
    const property = meta?.children
      .filter(isElement)
      .find(({ attributes: { role } }) => role === 'is-positive-law');
    this.#label = label;
    this.#isPositive = property ? words(property) === 'yes' : isPositiveLaw(label, day);
    const [, number = '', letter = ''] = /^(\d+)([a-z]?)$/.exec(label)!;
    const folder = `usc/title-${number.padStart(2, '0')}${letter ? '-appendix' : ''}`;
    this.#edition = { folder, record: `${folder}/_edition.json`, label: release || day, day, isWhole: true };
    if (told === undefined) this.#edition.isUndated = true;
  }

  edition(): Edition {
    return this.#edition;
  }

  unit(node: XmlNode, kind: string, levels: readonly Level[]): Outline | null {
    const found = unitIdentifier(node, kind, levels, this.#label);
    if (found === null) return null;
    const { identifier, own } = found;
    const number = numberOf(node, kind, identifier);
    const name = words(childOf(node, 'heading'));
    const credit = childOf(node, 'sourceCredit');
    const amended = credit ? daysOfCredit(credit) : [];
    const title = this.#titleNumber;
    return {
      identifier,
      path: [...levels.slice(1).map(folderOf), `${kind}-${number}`],
      frontmatter: {
        identifier,
        source: 'usc',
        legal_status: this.#isPositive ? 'official_legal_evidence' : 'official_prima_facie',
        title: this.#displayTitle(kind, number, name),
        title_number: title,
        title_name: officialTitle(sourceOf('usc'), title)?.name ?? null,
        section_number: number,
        section_name: name,
        granularity: kind === 'section' ? null : kind,
        ...namesOf(levels),
        status: statusOf(node),
        positive_law: this.#isPositive,
        ...this.#editionFields,
        last_updated: amended.at(-1) ?? this.#edition.day,
        source_credit: words(credit) || null,
        credits: credit ? lawsOfCredit(credit) : [],
        amendment_dates: amended,
        aliases: [...(own ? [own] : []), ...aliasesOf(identifier, () => paragraphsOf(node))],
        hierarchy: this.#hierarchy(levels),
        notes: notesOf(node),
      },
    };
  }

  level(level: Level, parents: readonly Level[]): Outline {
    const levels = [...parents, level];
    const hierarchy = this.#hierarchy(levels);
    const { identifier, name, number } = hierarchy.pop()!;
    return {
      identifier: identifier ?? '',
      path: [...levels.slice(1).map(folderOf), '_level'],
      frontmatter: {
        identifier,
        source: 'usc',
        level: level.level,
        number,
        name,
        position: number === null ? level.position : null,
        status: level.attributes.status ?? null,
        has_text: level.hasText,
        ...this.#editionFields,
        hierarchy,
      },
    };
  }

  #hierarchy(levels: readonly Level[]) {
    const identifiers = levelIdentifiers(levels, this.#label);
    return levels.map((level, i) => ({ ...numberAndName(level), identifier: identifiers[i] ?? null }));
  }

  get #editionFields(): Frontmatter {
    return { currency: this.#currency, release_point: this.#release };
  }

  get #titleNumber(): number {
    return Number.parseInt(this.#label, 10);
  }

  #displayTitle(kind: string, number: string, name: string): string {
    const label = this.#label.replace(/[a-z]$/, ' App.');
    const marks: Readonly<Record<string, string>> = {
      section: `§ ${number}`,
      rule: `Rule ${number}`,
      plan: '',
    };
    return [`${label.replace(/^(\d+)/, '$1 USC')} ${marks[kind]}`.trim(), name]
      .filter(part => part !== '')
      .join(' - ');
  }
}

function numberOf(node: XmlNode, kind: string, identifier: string): string {
  const num = childOf(node, 'num');
  const value = num?.attributes.value?.trim();
  if (value) return value;
  if (kind === 'plan')
    return identifier.replace(/^.*\/reorgPlan\//i, '').replace(/^(\d{4})\/(.+)$/, '$2 of $1');
  return words(num).replace(/^\W*(?:§+|Rule)\s*|\.$/g, '') || identifier.replace(/^.*\/(?:s|rule)?/, '');
}

const STATUSES = new Set(['repealed', 'omitted', 'renumbered', 'transferred', 'reserved']);

function statusOf({ attributes: { status } }: XmlNode): string | null {
  if (status === undefined) return null;
  return STATUSES.has(status) ? status : status.toLowerCase();
}

/** `ch7A` is chapter 7A, `stI` subtitle I. */
const SEGMENT = /^(?:t|st|ch|sch|pt|spt|d|sd|art|sart)([^/]+)$/;

function numberAndName(level: Level): { level: string; number: string | null; name: string | null } {
  const num = level.own.find(({ name }) => name === 'num');
  const heading = level.own.find(({ name }) => name === 'heading');
  const segment = SEGMENT.exec(level.attributes.identifier?.trim().replace(/^.*\//, '') ?? '')?.[1];
  const number = num ? (segment ?? num.attributes.value ?? words(num)) : null;
  return { level: level.level, number, name: words(heading) || null };
}

/** The fields of the levels named in the specification. */
function namesOf(levels: readonly Level[]): Frontmatter {
  const fields: Frontmatter = {};
  for (const level of levels.slice(1)) {
    if (!['subtitle', 'division', 'part', 'chapter', 'subchapter'].includes(level.level)) continue;
    const { number, name } = numberAndName(level);
    fields[`${level.level}_number`] = number;
    fields[`${level.level}_name`] = name;
  }
  return fields;
}

function folderOf(level: Level): string {
  const { number, name } = numberAndName(level);
  return `${level.level === 'level' ? '' : `${level.level}-`}${number ?? name ?? ''}`;
}

const paragraphsOf = (node: XmlNode): string[] =>
  [...elementsOf(node)].filter(({ name }) => name === 'p').map(paragraph => words(paragraph));

/** Topics and headings of the notes, in their order. */
function notesOf(node: XmlNode): { topic: string; heading: string | null }[] {
  const notes = childOf(node, 'notes');
  if (!notes) return [];
  return notes.children
    .filter(isElement)
    .filter(
      ({ name, attributes }) =>
        name === 'note' && attributes.role !== 'crossHeading' && attributes.topic !== undefined,
    )
    .map(note => ({ topic: note.attributes.topic!, heading: words(childOf(note, 'heading')) || null }));
}
