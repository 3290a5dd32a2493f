import type { Edition, Head, Level, Outline, SchemaReader } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import type { Pages } from './fields.ts';
import type { FrForm } from './form.ts';
import { type ListedDocument, listedDocuments } from './metadata.ts';
import { folderOf, outlineOf } from './outline.ts';

/** Reads one day's issue. */
export class Issue implements SchemaReader {
  readonly #form: FrForm;
  readonly #day: string;
  readonly #volume: number | null;
  readonly #pages: ReadonlyMap<string, Pages | null>;
  readonly #listed: ReadonlyMap<string, ListedDocument>;
  readonly #taken = new Set<string>();
  #unnumbered = 0;
  #parts = 0;

  constructor(head: Head, form: FrForm) {
    const documents = listedDocuments(head.file.metadata);
    const days = new Set(documents.map(({ publicationDate }) => publicationDate));
    const [only = null] = days.size === 1 ? days : [];
    const facts = form.issueOf(head);
    const day = facts.day ?? only;
    if (day === null) throw new XmlError('the issue tells no day');
    this.#form = form;
    this.#day = day;
    this.#volume = facts.volume;
    this.#pages = facts.pages;
    this.#listed = new Map(documents.map(document => [document.number!, document]));
  }

  edition(): Edition {
    const day = this.#day;
    const record = `fr/_issues/${day}.json`;
    return { folder: folderOf(day), record, label: day, day, isWhole: true, holdsSingles: true };
  }

  unit(node: XmlNode, kind: string, levels: readonly Level[]): Outline {
    const { number: found, text: filed } = this.#form.closingOf(node);
    const number = this.#give(found ?? `${this.#day}-${++this.#unnumbered}`);
    const outline = outlineOf({
      ...{ kind: this.#form.kindOf(node, kind, levels), number, filed },
      preamble: this.#form.preambleOf(node),
      ...{ day: this.#day, volume: this.#volume },
      pages: this.#form.pagesOf(node, this.#pages.get(number) ?? null),
      listed: this.#listed.get(number),
    });
    this.#form.prepare(node);
    return outline;
  }

  /** Makes the number unique among the documents of an issue. */
  #give(number: string): string {
    let given = number;
    for (let i = 2; this.#taken.has(given); i++) given = `${number}-${i}`;
    this.#taken.add(given);
    return given;
  }

  /** The title pages of separate parts, and the issue's content outside its documents. */
  level(level: Level): Outline | null {
    const isPart = level.level === 'part';
    if (!isPart && !level.hasText) return null;
    const number = isPart ? (level.number?.replace(/^Part\s+/i, '') ?? null) : this.#day;
    const name = this.#form.partNameOf(level) ?? level.name;
    const path = [
      `_issue-${this.#day}`,
      isPart ? `part-${number ?? ''}-${++this.#parts}` : level.level.replace('_', '-'),
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
