import type { CitedNumber, SectionCitation } from '../../../../contract/citations/citation.ts';
import { elidedEnds } from '../../../../contract/citations/elided-ranges.ts';
import { citationsInText, isOfOwnCode } from '../../../../contract/citations/in-text.ts';
import { plainDashes } from '../../../../contract/loose.ts';
import { type CodeCitation, type SourceId, sourceOf } from '../../../../contract/sources.ts';

/** A citation in the words of a document and its search query. Whether the corpus has the cited document is not known here. */
export interface Reference {
  /** Range in code units of the text. */
  at: number;
  end: number;
  /** `17 USC 107`, `45 CFR part 46`, `83 FR 21707` */
  query: string;
}

/** Code and title of a document that is a section of a code: its words "section 107" mean that title. */
export interface Home {
  source: SourceId;
  title: string;
}

const MOST_NUMBERS = 30;

/**
 * @param written a block's words
 * @param home of the document, if it is a section of a code; null in quotations of other laws, too
 */
export function referencesIn(written: string, home: Home | null): Reference[] {
  if (!/\d/.test(written)) return [];
  const code = home && sourceOf(home.source).citation;
  const own = code?.by === 'section' ? { code, title: home!.title } : null;
  return Array.from(citationsInText(plainDashes(written)), citation => {
    if (citation.by === 'section') return linksOf(citation, own);
    const { at, end, journal, volume, page } = citation;
    return [{ at, end, query: `${volume} ${journal.abbreviation} ${page}` }];
  }).flat();
}

/** A link for each number; the words before a list belong to its first one. */
function linksOf(citation: SectionCitation, own: { code: CodeCitation; title: string } | null): Reference[] {
  const { at, numbers, isPart } = citation;
  const title = citation.title ?? own?.title;
  const code = citation.title === null ? own?.code : citation.code;
  if (!code || title === undefined) return [];
  return numbers
    .slice(0, MOST_NUMBERS)
    .filter(
      each => mayBeOf(code, each) && (citation.title !== null || isOfOwnCode(citation, code, each.number)),
    )
    .map((each, i) => ({
      at: i === 0 ? at : each.at,
      end: each.end,
      query: queryOf(code, title, each, (isPart || each.isPart) && code.keys.part !== null),
    }));
}

/** Statutes have neither parts nor numbers with a dot, so such a number belongs to regulations. */
const mayBeOf = ({ keys }: CodeCitation, { isPart, number }: CitedNumber): boolean =>
  keys.part !== null || !(isPart || number.includes('.'));

function queryOf(
  { abbreviation }: CodeCitation,
  title: string,
  { number, isPlural }: CitedNumber,
  isPart: boolean,
): string {
  const isRange = isPlural && elidedEnds(number) !== null;
  const word = isPart && !number.includes('.') ? `part${isRange ? 's' : ''} ` : isRange ? '§§ ' : '';
  return `${title} ${abbreviation} ${word}${number}`;
}
