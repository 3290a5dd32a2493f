import { SEARCH_FILTER_NAMES } from '../../../contract/search-filter-names.ts';
import { webHref } from '../address.ts';
import { facetLabel, sourcesOf } from './facets.tsx';
import { type SearchState, searchPath, withFilter } from './search-query.ts';

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ state }: { state: SearchState }) {
  const chosen = SEARCH_FILTER_NAMES.filter(name => state.filters[name] !== undefined);
  if (chosen.length === 0) return null;
  return (
    <ul class="chosen" aria-label="Filters that are set">
      {chosen.map(name => (
        <li key={name}>
          <a class="chip" href={webHref(searchPath(withFilter(state, name, null)))} data-keep>
            {facetLabel(name, state.filters[name] ?? '', sourcesOf(state))}
            <span class="visually-hidden">: take the filter away</span>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a class="chip chip-clear" href={webHref(searchPath({ ...state, filters: {}, offset: 0 }))} data-keep>
          Clear all
        </a>
      </li>
    </ul>
  );
}
