import type { Head, Level } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import type { Closing, Pages, Preamble } from './fields.ts';

/** The facts of an issue before its documents. */
export interface IssueFacts {
  day: string | null;
  volume: number | null;
  /** Pages of documents by number; null if there are two. */
  pages: ReadonlyMap<string, Pages | null>;
}

/** A form of the Federal Register, such as GPO's own elements: how it states the facts common to all forms. */
export interface FrForm {
  issueOf(head: Head): IssueFacts;
  preambleOf(document: XmlNode): Preamble;
  closingOf(document: XmlNode): Closing;
  /** The pages of a document. @param listed in the issue's table of contents */
  pagesOf(document: XmlNode, listed: Pages | null): Pages | null;
  /** The name of a separate part on its title page. */
  partNameOf(level: Level): string | null;
  /** The kind of document, if the element alone does not determine it. */
  kindOf(document: XmlNode, kind: string, levels: readonly Level[]): string;
  /** Marks what the form's elements do not say by their names. @param document changed in place */
  prepare(document: XmlNode): void;
}
