import type { Edition, Head, Level, Outline, Schema, SchemaReader } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import { commentsDay, effectiveDay, filingDay, writtenDay } from './dates.ts';
import { closingOf, type Pages, pagesIn, preambleOf, wordsOf } from './fields.ts';
import { type Told, toldDocuments } from './metadata.ts';
import { rules } from './table.ts';

const ISSUE = 'FEDREG';
const DOCUMENTS = new Set(['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU']);

export const fr: Schema = {
  name: 'GPO (Federal Register)',
  matches: root => root === ISSUE || DOCUMENTS.has(root),
  rules,
  head: ['VOL', 'NO', 'DATE', 'UNITNAME', 'CNTNTS'],
  rest: 'issue',
  start: head => (head.root === ISSUE ? new Issue(head) : new Single(head)),
};

/** Where documents lie whose day of publication nobody tells. */
const UNDATED = 'fr/undated';

const folderOf = (day: string | null): string => (day ? `fr/${day.slice(0, 4)}/${day.slice(5, 7)}` : UNDATED);

interface Known {
  /** The day of publication. */
  day: string | null;
  volume: number | null;
  pages: Pages | null;
  told: Told | undefined;
}

function outlineOf(node: XmlNode, kind: string, number: string, filed: string, known: Known): Outline {
  const { told, day } = known;
  const preamble = preambleOf(node);
  const identifier = `/us/fr/${number}`;
  const title = preamble.title || told?.title || `Document ${number}`;
  const agencies = told && told.agencies.length > 0 ? told.agencies : preamble.agencies;
  const start = told?.startPage ?? known.pages?.start ?? null;
  const volume = told?.volume ?? known.volume;
  return {
    identifier,
    path: [number],
    frontmatter: {
      identifier,
      source: 'fr',
      legal_status: 'authoritative_unofficial',
      title,
      title_number: 0,
      title_name: 'Federal Register',
      section_number: number,
      section_name: title,
      positive_law: false,
      currency: day,
      last_updated: day ?? filingDay(filed),
      document_number: number,
      document_type: kind,
      publication_date: day,
      agency: agencies[0] ?? null,
      agencies,
      fr_citation: told?.citation ?? (volume && start ? `${volume} FR ${start}` : null),
      fr_volume: volume,
      start_page: start,
      end_page: told?.endPage ?? known.pages?.end ?? null,
      effective_date: told ? told.effectiveDate : effectiveDay(preamble.dates),
      comments_close_date: told ? told.commentsDate : commentsDay(preamble.dates),
      fr_action: preamble.action || told?.action || null,
      docket_ids: preamble.docketIds.length > 0 ? preamble.docketIds : (told?.docketIds ?? []),
      cfr_references:
        preamble.cfrReferences.length > 0 ? preamble.cfrReferences : (told?.cfrReferences ?? []),
      rin: (preamble.rins.length > 0 ? preamble.rins : (told?.rins ?? [])).join(', ') || null,
    },
  };
}

/** One day's issue. */
class Issue implements SchemaReader {
  readonly #day: string;
  readonly #volume: number | null;
  readonly #pages: ReadonlyMap<string, Pages | null>;
  readonly #told: ReadonlyMap<string, Told>;
  readonly #taken = new Set<string>();
  #unnumbered = 0;
  #parts = 0;

  constructor({ nodes, file }: Head) {
    const first = (name: string) => nodes.find(node => node.name === name);
    const documents = toldDocuments(file.metadata);
    const days = new Set(documents.map(({ publicationDate }) => publicationDate));
    const [only = null] = days.size === 1 ? days : [];
    const day = writtenDay(wordsOf(first('DATE'))) ?? only;
    if (day === null) throw new XmlError('the issue tells no day');
    this.#day = day;
    this.#volume = Number(/^\d{1,4}$/.exec(wordsOf(first('VOL')))?.[0] ?? 0) || null;
    const contents = first('CNTNTS');
    this.#pages = contents ? pagesIn(contents) : new Map();
    this.#told = new Map(documents.map(document => [document.number!, document]));
  }

  edition(): Edition {
    const day = this.#day;
    const record = `fr/_issues/${day}.json`;
    return { folder: folderOf(day), record, label: day, day, isWhole: true, holdsSingles: true };
  }

  unit(node: XmlNode, kind: string): Outline {
    const { number: found, text } = closingOf(node);
    const number = this.#give(found ?? `${this.#day}-${++this.#unnumbered}`);
    const pages = this.#pages.get(number) ?? null;
    const known = { day: this.#day, volume: this.#volume, pages, told: this.#told.get(number) };
    return outlineOf(node, kind, number, text, known);
  }

  /** A number that two documents of an issue have is told apart. */
  #give(number: string): string {
    let given = number;
    for (let i = 2; this.#taken.has(given); i++) given = `${number}-${i}`;
    this.#taken.add(given);
    return given;
  }

  /** The title pages of separate parts, and what stands in the issue beside its documents. */
  level(level: Level): Outline | null {
    const isPart = level.level === 'part';
    const number = isPart ? (level.number?.replace(/^Part\s+/i, '') ?? null) : this.#day;
    const name = wordsOf(level.own.find(({ name }) => name === 'TITLE')) || level.name;
    const path = [
      `_issue-${this.#day}`,
      isPart ? `part-${number ?? ''}-${++this.#parts}` : 'issue',
      '_level',
    ];
    return {
      identifier: '',
      path,
      frontmatter: {
        source: 'fr',
        level: level.level,
        number,
        name,
        publication_date: this.#day,
        has_text: true,
      },
    };
  }
}

/** A document by itself, which tells no day of publication. */
class Single implements SchemaReader {
  readonly #told: readonly Told[];
  readonly #noted: string | null;
  #number = '';
  #day: string | null = null;

  constructor({ file }: Head) {
    this.#told = toldDocuments(file.metadata);
    this.#noted = file.day;
  }

  /** Called when the document was read, which tells its number last. */
  edition(): Edition {
    const number = this.#number;
    return {
      folder: folderOf(this.#day),
      record: `fr/_documents/${number}.json`,
      label: this.#day ?? this.#noted ?? 'undated',
      day: this.#noted ?? this.#day ?? '',
      isWhole: true,
      single: `/us/fr/${number}`,
    };
  }

  unit(node: XmlNode, kind: string): Outline {
    const { number: found, text } = closingOf(node);
    const [only] = this.#told.length === 1 ? this.#told : [];
    const number = found ?? only?.number ?? null;
    if (number === null) throw new XmlError('the document tells no number');
    const told = this.#told.find(document => document.number === number);
    this.#number = number;
    this.#day = told?.publicationDate ?? null;
    return outlineOf(node, kind, number, text, { day: this.#day, volume: null, pages: null, told });
  }

  level(): Outline {
    throw new XmlError('a document has no levels');
  }
}
