import { paragraphsOf } from '../contract/citations/markdown-words.ts';
import type { CitingPlace } from '../contract/reference.ts';
import { CREDIT, NOTES } from '../text/notes.ts';

/** A paragraph of a document, or a cell of a table, and what kind of text it is. */
export interface Passage {
  place: CitingPlace;
  markdown: string;
}

/** Paragraphs that begin with a label, as the importer and its predecessor write them. */
const LABELS: readonly (readonly [label: RegExp, place: CitingPlace])[] = [
  [/^\*\*Authority\*\*: ?|^authority: /i, 'authority'],
  // Where a section of regulations was published.
  [/^\*\*Source(?: Credit)?\*\*: ?|^\[\d+ FR \d/, 'credit'],
  [/^\*\*(?:Note|Editorial Note|Cross Reference)s?\*\*: ?/i, 'note'],
];

/** How all of these begin. */
const MARKED = /^[#*[Aa]/;

/** Divides a document. @param first the place of what has no label */
export function* passagesOf(body: string, first: CitingPlace): Generator<Passage> {
  let place = first;
  for (const markdown of paragraphsOf(body)) {
    // Most paragraphs begin with a letter that no pattern has.
    if (!MARKED.test(markdown)) {
      yield { place, markdown };
      continue;
    }
    if (NOTES.test(markdown)) place = 'note';
    const labelled = LABELS.find(([label]) => label.test(markdown));
    yield { place: labelled ? labelled[1] : place, markdown };
    if (CREDIT.test(markdown)) place = 'note';
  }
}
