import { citesPart } from '../../build/contract/citations/keys.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';

/** Ways to ask for one document that its reader knows. */

/** The section name (usc, ecfr) or the title (fr): the heading without the citation in front. */
export const nameOf = ({ source, heading }: SearchDocument): string =>
  source === 'fr' ? heading : heading.replace(/^.*? - /, '');

/** Documents that no other document shares its name with. A query has at most 500 characters. */
export function uniqueNames(documents: readonly SearchDocument[]): SearchDocument[] {
  const counts = new Map<string, number>();
  const keyOf = (document: SearchDocument) => nameOf(document).toLowerCase();
  for (const document of documents) counts.set(keyOf(document), (counts.get(keyOf(document)) ?? 0) + 1);
  return documents.filter(
    document => counts.get(keyOf(document)) === 1 && [...nameOf(document)].length <= 500,
  );
}

/** The usual citations of a document. */
export function citationForms({ identifier, citations }: SearchDocument): string[] {
  const forms = [identifier, identifier.toUpperCase(), identifier.slice(1)];
  for (const citation of citations) {
    const [kind, first = '', second = ''] = citation.split(':');
    const appendix = first.endsWith('a') ? ' App.' : '';
    const title = first.replace(/a$/, '');
    if (kind === 'usc') {
      forms.push(`${title} USC${appendix} ${second}`, `${title} U.S.C.${appendix} § ${second}`);
      forms.push(
        `${title} u.s.c.${appendix} sec. ${second}(1)`,
        `${title} U.S. Code${appendix} section ${second}`,
      );
      if (!appendix) forms.push(`section ${second} of title ${title}, United States Code`);
    }
    if (kind === 'cfr')
      forms.push(`${title} CFR ${second}`, `${title} C.F.R. § ${second}(a)`, `${title} cfr sec. ${second}`);
    if (kind === 'fr') forms.push(first, `FR Doc. ${first.toUpperCase()}`);
    if (kind === 'frp')
      forms.push(`${first} FR ${second}`, `${first} Fed. Reg. ${Number(second).toLocaleString('en-US')}`);
    // What an agency calls its docket may hold a colon.
    const docket = citation.slice('docket:'.length);
    if (kind === 'docket') forms.push(docket, docket.toUpperCase());
    if (kind === 'rin') forms.push(first, `RIN ${first.toLowerCase()}`, `RIN: ${first}`);
  }
  return forms;
}

/** Whether one citation cites both: an appendix and its title may have a section of one number. */
export const shareCitation = (one: SearchDocument, other: SearchDocument): boolean =>
  one.citations.some(citation => !citesPart(citation) && other.citations.includes(citation));
