import { hasTitles } from '../../../contract/levels.ts';
import type { SearchFilterName } from '../../../contract/search-filter-names.ts';
import { SOURCES, type SourceId } from '../../../contract/sources.ts';
import { webHref } from '../address.ts';
import { Name } from '../components/name.tsx';
import { count, label } from '../format.ts';
import { type SearchState, SHOWN_FACETS, type ShownFacet, searchPath, withFilter } from './search-query.ts';

const NAMES: Readonly<Record<ShownFacet, string>> = {
  source: 'Source',
  document_type: 'Type',
  status: 'Status',
  title_number: 'Title',
  agency: 'Agency',
};

/** Most values that are visible. The others are folded. */
const SHOWN = 7;

/** @param sources whose titles may be meant, since titles of sources share numbers */
export const facetLabel = (facet: SearchFilterName, value: string, sources: readonly string[]): string => {
  if (facet === 'source') return SOURCES.find(({ id }) => id === (value as SourceId))?.shortName ?? value;
  if (facet === 'title_number') return [`Title ${value}`, ...titled(sources)].join(', ');
  if (facet === 'date_from') return `From ${value}`;
  if (facet === 'date_to') return `Until ${value}`;
  return facet === 'agency' ? value : label(value);
};

/** Names of those sources that have titles, `U.S. Code and CFR`; of all with titles where none is given. */
function titled(sources: readonly string[]): string[] {
  const all = SOURCES.filter(hasTitles);
  const found = all.filter(({ id }) => sources.includes(id));
  return [(found.length > 0 ? found : all).map(({ shortName }) => shortName).join(' and ')];
}

/** The sources of a search. @param found hits by source */
export const sourcesOf = ({ filters }: SearchState, found: Record<string, number> = {}): string[] =>
  filters.source === undefined ? Object.keys(found).filter(id => found[id]) : [filters.source];

interface Props {
  state: SearchState;
  facets: Record<string, Record<string, number>>;
}

/** Numbers of hits by source, type, status, title and agency. Each value is a filter to set or remove. */
export const Facets = ({ state, facets }: Props) => (
  <>
    {SHOWN_FACETS.map(facet => (
      <Facet
        key={facet}
        facet={facet}
        state={state}
        values={Object.entries(facets[facet] ?? {})}
        sources={sourcesOf(state, facets.source)}
      />
    ))}
  </>
);

interface FacetProps {
  facet: ShownFacet;
  state: SearchState;
  values: readonly (readonly [value: string, hits: number])[];
  sources: readonly string[];
}

function Facet({ facet, state, values, sources }: FacetProps) {
  const chosen = state.filters[facet];
  // A single value leaves nothing to choose.
  if (chosen === undefined && values.length < 2) return null;
  const ordered = [...values].sort(([, a], [, b]) => b - a);
  if (chosen !== undefined && !values.some(([value]) => value === chosen)) ordered.unshift([chosen, 0]);
  const item = ([value, hits]: readonly [string, number]) => {
    const isChosen = value === chosen;
    return (
      <li key={value}>
        <a
          class="facet-value"
          href={webHref(searchPath(withFilter(state, facet, isChosen ? null : value)))}
          aria-current={isChosen ? 'true' : undefined}
          data-keep
        >
          <Name text={facetLabel(facet, value, sources)} /> <span class="facet-count">{count(hits)}</span>
        </a>
      </li>
    );
  };
  const folded = ordered.slice(SHOWN);
  return (
    <section class="facet">
      <h2>{NAMES[facet]}</h2>
      <ul>{ordered.slice(0, SHOWN).map(item)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{count(folded.length)} more</summary>
          <ul>{folded.map(item)}</ul>
        </details>
      )}
    </section>
  );
}
