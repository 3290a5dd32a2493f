import type { Edition, Head, Level } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';

/** The facts of a file before its first level. */
export interface FileFacts {
  title: number;
  titleName: string | null;
  /** The day that the file is current to; null if unknown. A date of amendment is not enough. */
  day: string | null;
  /** The last amendment of the title. */
  amended: string | null;
  /** Levels between the title and the file's outermost level; null if the file contains the title itself. */
  above: { level: string; number: string; name: string | null }[] | null;
  edition: Edition;
  /** Folders before those of levels, if the files of levels are not beside the documents. */
  shelf: string[];
}

export type Statement = 'authority' | 'source';

/**
 * A form of the Code of Federal Regulations, such as the eCFR or its printed edition: how it states the facts common to all
 * forms.
 */
export interface CfrForm {
  legalStatus: string;
  /** @throws XmlError if nothing names the title */
  factsOf(head: Head): FileFacts;
  /** The heading of a level, with its number. */
  headingOf(level: Level): string;
  /**
   * Names of a section or an appendix: the number as written, empty if only the heading has it, and the heading with the
   * number.
   */
  namesOf(node: XmlNode): { number: string; heading: string };
  /** The amendments listed at the end of a unit. */
  creditsOf(node: XmlNode): string[];
  /** The words of a unit's or a level's own authority or source, without the label. */
  statementOf(nodes: readonly (XmlNode | string)[], name: Statement): string | null;
  /** Marks what the form's elements do not say by their names. @param children changed in place */
  prepare(children: (XmlNode | string)[]): void;
}
