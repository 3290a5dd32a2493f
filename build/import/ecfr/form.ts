import type { Edition, Head, Level } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';

/** What a file tells before its first level. */
export interface FileFacts {
  title: number;
  titleName: string | null;
  /** Up to which the file is; null where nothing tells it: a date of amendment does not. */
  day: string | null;
  /** The last amendment of the title. */
  amended: string | null;
  /** Levels above the file's outermost one, below the title; null where the file has its title itself. */
  above: { level: string; number: string; name: string | null }[] | null;
  edition: Edition;
  /** Folders before those of levels, where the files of levels do not lie beside the documents. */
  shelf: string[];
}

export type Statement = 'authority' | 'source';

/** How a form of the Code of Federal Regulations, such as the eCFR or its printed edition, tells what all of them tell. */
export interface CfrForm {
  legalStatus: string;
  /** @throws XmlError where nothing tells the title */
  factsOf(head: Head): FileFacts;
  /** The heading of a level, its number included. */
  headingOf(level: Level): string;
  /** Of a section or an appendix: the number as written, empty where only the heading has it, and the heading with the number. */
  namesOf(node: XmlNode): { number: string; heading: string };
  /** The amendments that a unit tells at its end. */
  creditsOf(node: XmlNode): string[];
  /** What a unit or a level has of its own: the words of its authority or source, without the label. */
  statementOf(nodes: readonly (XmlNode | string)[], name: Statement): string | null;
  /** Tells the table what the form's elements do not say by their names. @param children changed in place */
  prepare(children: (XmlNode | string)[]): void;
}
