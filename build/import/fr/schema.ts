import type { Edition, Head, Outline, Schema, SchemaReader } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import { writtenDay } from './dates.ts';
import { closingOf, pagesIn, preambleOf, wordsOf } from './fields.ts';
import type { FrForm } from './form.ts';
import { Issue } from './issue.ts';
import { type ListedDocument, listedDocuments } from './metadata.ts';
import { folderOf, outlineOf } from './outline.ts';
import { rules } from './table.ts';

const ISSUE = 'FEDREG';
const DOCUMENTS = new Set(['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU']);

/** GPO's own elements. */
const GPO: FrForm = {
  issueOf({ nodes }) {
    const first = (name: string) => nodes.find(node => node.name === name);
    const contents = first('CNTNTS');
    return {
      day: writtenDay(wordsOf(first('DATE'))),
      volume: Number(/^\d{1,4}$/.exec(wordsOf(first('VOL')))?.[0] ?? 0) || null,
      pages: contents ? pagesIn(contents) : new Map(),
    };
  },
  preambleOf,
  closingOf,
  pagesOf: (_, listed) => listed,
  partNameOf: ({ own }) => wordsOf(own.find(({ name }) => name === 'TITLE')) || null,
  kindOf: (_, kind) => kind,
  prepare: () => {},
};

export const fr: Schema = {
  name: 'GPO (Federal Register)',
  matches: root => root === ISSUE || DOCUMENTS.has(root),
  rules,
  head: ['VOL', 'NO', 'DATE', 'UNITNAME', 'CNTNTS'],
  rest: 'issue',
  start: head => (head.root === ISSUE ? new Issue(head, GPO) : new Single(head)),
};

/** A document by itself, which has no day of publication. */
class Single implements SchemaReader {
  readonly #listed: readonly ListedDocument[];
  readonly #noted: string | null;
  #number = '';
  #day: string | null = null;

  constructor({ file }: Head) {
    this.#listed = listedDocuments(file.metadata);
    this.#noted = file.day;
  }

  /** Called after the document was read, since its number comes last. */
  edition(): Edition {
    const number = this.#number;
    return {
      folder: folderOf(this.#day),
      record: `fr/_documents/${number}.json`,
      label: this.#noted ?? this.#day ?? 'undated',
      day: this.#noted ?? this.#day ?? '',
      isWhole: true,
      single: `/us/fr/${number}`,
    };
  }

  unit(node: XmlNode, kind: string): Outline {
    const { number: found, text: filed } = closingOf(node);
    const [only] = this.#listed.length === 1 ? this.#listed : [];
    const number = found ?? only?.number ?? null;
    if (number === null) throw new XmlError('the document tells no number');
    const listed = this.#listed.find(document => document.number === number);
    this.#number = number;
    this.#day = listed?.publicationDate ?? null;
    const preamble = preambleOf(node);
    return outlineOf({ kind, number, preamble, filed, day: this.#day, volume: null, pages: null, listed });
  }

  level(): Outline {
    throw new XmlError('a document has no levels');
  }
}
