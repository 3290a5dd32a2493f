import type { Remarks } from '../../../contract/envelope.ts';
import { webHref } from '../address.ts';
import { type SearchState, searchPath, withFilter } from './search-query.ts';

/** The citation that the query is, if the corpus lacks the cited document; null otherwise. */
export const missingIn = (meta: Remarks | undefined): string | null =>
  meta?.citation?.exists === false ? meta.citation.text : null;

/** Remarks before the hits: the cited document is missing, or which agency may be meant. */
export function SearchRemarks({ meta, state }: { meta: Remarks | undefined; state: SearchState }) {
  const missing = missingIn(meta);
  const agencies = meta?.did_you_mean?.agency ?? [];
  return (
    <>
      {missing !== null && (
        <p class="cited" data-missing>
          <strong>{missing}</strong> is understood, but it is not in this collection. Only what refers to it
          is listed.
        </p>
      )}
      {agencies.length > 0 && (
        <p class="cited" data-meant>
          No document is of this agency. Did you mean{' '}
          {agencies.map((agency, i) => (
            <span key={agency}>
              {i > 0 && ', '}
              <a href={webHref(searchPath(withFilter(state, 'agency', agency)))}>{agency}</a>
            </span>
          ))}
          ?
        </p>
      )}
    </>
  );
}
