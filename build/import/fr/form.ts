import type { Head, Level } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import type { Closing, Pages, Preamble } from './fields.ts';

/** What an issue tells before its documents. */
export interface IssueFacts {
  day: string | null;
  volume: number | null;
  /** Pages of documents by their numbers; null where two are told. */
  pages: ReadonlyMap<string, Pages | null>;
}

/** How a form of the Federal Register, such as GPO's own elements, tells what all of them tell. */
export interface FrForm {
  issueOf(head: Head): IssueFacts;
  preambleOf(document: XmlNode): Preamble;
  closingOf(document: XmlNode): Closing;
  /** The pages of a document. @param listed in the issue's table of contents */
  pagesOf(document: XmlNode, listed: Pages | null): Pages | null;
  /** What the title page of a separate part calls it. */
  partNameOf(level: Level): string | null;
  /** What kind of document it is, where the element alone does not tell. */
  kindOf(document: XmlNode, kind: string, levels: readonly Level[]): string;
  /** Tells the table what the form's elements do not say by their names. @param document changed in place */
  prepare(document: XmlNode): void;
}
