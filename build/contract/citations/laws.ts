import type { CitationKind } from '../search.ts';
import type { Groups } from './appendices-rules-plans.ts';
import { SECTION } from './grammar.ts';

/** Citations of laws. No source has their text; they have the identifiers that the credits of sections have. */

interface LawPattern {
  kind: CitationKind;
  /** The source of a regular expression, which matches the text after `normalText` without case. */
  source: string;
  /** The source of one that is found, without case, wherever the other matches, and in few other texts. */
  words: string;
  /** @param section of the law */
  identifierOf: (groups: Groups, section: string | undefined) => string;
}

const SIGN = `(?:§{1,2}|${SECTION})`;
const SUBDIVISIONS = String.raw`(?: ?\([a-z0-9]{1,6}\)){0,6}`;
const PUBLIC_LAW = String.raw`(?:pub(?:lic|\.)? ?l(?:aws?|\.)?|p\.? ?l\.?) ?,?(?:nos?\.?|numbers?)? ?`;
/** `94-553`, as `Pub. L. 94-553` and `Public Law No. 94-553`. */
const LAW = String.raw`${PUBLIC_LAW}(?<congress>\d{1,3}) ?- ?(?<number>\d{1,4})`;
const STATUTES = String.raw`stat(?:utes at large|\.?)`;
const WITHIN = String.raw`(?:(?:div(?:ision|\.)|(?:sub)?title|tit\.) [a-z0-9-]{1,6},? ){0,3}`;

export const LAWS: readonly LawPattern[] = [
  {
    // section 101(a) of title I of Public Law 94-553
    kind: 'public_law',
    source: String.raw`(?:${SIGN} ?(?<section>\d{1,5}[a-z]{0,2})(?:-(?<last>\d{1,5}[a-z]{0,2}))?(?<before>${SUBDIVISIONS}),? (?:of |in )?(?:${WITHIN}(?:of )?(?:the )?))${LAW}`,
    words: String.raw`${PUBLIC_LAW}\d`,
    identifierOf: publicLaw,
  },
  {
    // Pub. L. 94-553, title I, § 101(a)
    kind: 'public_law',
    source: String.raw`${LAW}(?:,? ${WITHIN}${SIGN} ?(?<section>\d{1,5}[a-z]{0,2})(?:-(?<last>\d{1,5}[a-z]{0,2}))?(?<after>${SUBDIVISIONS}))?`,
    words: String.raw`${PUBLIC_LAW}\d`,
    identifierOf: publicLaw,
  },
  {
    // 90 Stat. 2541
    kind: 'statute',
    source: String.raw`(?<volume>\d{1,3}) ?${STATUTES},? ?(?:at )?(?<page>\d{1,3}(?:,\d{3})+|\d{1,4})(?!,\d)`,
    words: String.raw`\d ?${STATUTES},? ?(?:at )?\d`,
    identifierOf: ({ volume, page }) => `/us/stat/${Number(volume)}/${Number(page?.replaceAll(',', ''))}`,
  },
];

function publicLaw({ congress, number }: Groups, section: string | undefined): string {
  return `/us/pl/${Number(congress)}/${Number(number)}${section === undefined ? '' : `/s${section}`}`;
}
