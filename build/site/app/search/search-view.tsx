import { useEffect, useRef, useState } from 'preact/hooks';
import type { SearchHit } from '../../../contract/search.ts';
import { isStatic, webHref } from '../address.ts';
import type { Answer } from '../api.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Fold } from '../components/fold.tsx';
import { Loading } from '../components/loading.tsx';
import { Pager } from '../components/pager.tsx';
import { count } from '../format.ts';
import { usePage } from '../head.ts';
import { type Address, navigate } from '../router.ts';
import { useApi } from '../use-api.ts';
import { ActiveFilters } from './active-filters.tsx';
import { indexAfter } from './arrow-keys.ts';
import { citedHit } from './cited-hit.ts';
import { Facets } from './facets.tsx';
import { Hit } from './hit.tsx';
import { missingIn, SearchRemarks } from './remarks.tsx';
import { SearchForm } from './search-form.tsx';
import { readSearch, searchPath, searchTarget } from './search-query.ts';
import { useSearchBox } from './use-search-box.ts';

interface Found {
  hits: SearchHit[];
  query: string;
  processing_time_ms: number;
  estimated_total_hits: number;
}

/** Search as you type. The address holds the whole search, so a shared address shows the same. */
export function SearchView({ address }: { address: Address }) {
  const first = useRef(address);
  const state = readSearch(address.search);
  const box = useSearchBox(state);
  const target = isStatic() ? null : searchTarget(state);
  const request = useApi<Found>(target);
  const { answer, failure, isLoading } = request;
  const isDone = target === null || failure !== null || (answer !== null && !isLoading);
  usePage(isDone ? { title: state.q === '' ? 'Search' : `${state.q}: search` } : null);
  const cited = answer && !isLoading ? citedHit(answer) : null;
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || !isDone || box.text !== state.q) return;
    setLeaving(false);
    if (cited) navigate(cited.url);
  }, [isLeaving, isDone, cited, state.q, box.text]);
  const submit = () => {
    box.submit();
    setLeaving(true);
  };
  const summaryLine = useRef<HTMLParagraphElement>(null);
  // A removed filter takes the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body && address !== first.current)
      summaryLine.current?.focus({ preventScroll: true });
  }, [address]);
  const view = useRef<HTMLDivElement>(null);
  const moveFocus = (event: KeyboardEvent) => {
    const stops = [...(view.current?.querySelectorAll<HTMLElement>('input[type=search], a[data-hit]') ?? [])];
    const next = indexAfter(event.key, stops.indexOf(event.target as HTMLElement), stops.length);
    if (next === null) return;
    event.preventDefault();
    stops[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move among its controls, which are reached by Tab, too
    <div class="search" ref={view} onKeyDown={moveFocus}>
      <h1 class="visually-hidden">Search</h1>
      <SearchForm state={state} box={box} onSubmit={submit} />
      {isStatic() ? (
        <NeedsServer />
      ) : state.q.trim() === '' ? (
        <Hints />
      ) : failure ? (
        <FailureMessage failure={failure} again={request.again} />
      ) : answer ? (
        <>
          <p class="list-count" role="status" tabIndex={-1} ref={summaryLine}>
            {summary(answer)}
          </p>
          <ActiveFilters state={state} />
          <div class={isLoading ? 'search-body is-loading' : 'search-body'} aria-busy={isLoading}>
            <aside class="facets" aria-label="Narrow the search">
              <Fold summary="Narrow the search">
                <Facets state={state} facets={answer.facets ?? {}} />
              </Fold>
            </aside>
            <div class="search-results">
              <SearchRemarks meta={answer.meta} state={state} />
              {cited && (
                <p class="cited">
                  <a href={webHref(cited.url)}>
                    Go to <strong>{cited.heading}</strong>
                  </a>
                </p>
              )}
              <ol class="hits" start={state.offset + 1}>
                {answer.data.hits.map(hit => (
                  <Hit key={hit.id} hit={hit} />
                ))}
              </ol>
              {answer.pagination && (
                <Pager
                  pagination={answer.pagination}
                  label="Pages of hits"
                  pathOf={offset => searchPath({ ...state, offset })}
                />
              )}
              {target !== null && <ApiCall target={target} />}
            </div>
          </div>
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function summary({ data: { estimated_total_hits: hits, query }, meta }: Answer<Found>): string {
  const missing = missingIn(meta);
  if (missing !== null)
    return hits === 0
      ? `Nothing here is “${missing}” or refers to it.`
      : `${count(hits)} ${hits === 1 ? 'document refers' : 'documents refer'} to “${missing}”`;
  return hits === 0
    ? `Nothing was found for “${query}”. Fewer or other words may find more.`
    : `${count(hits)} ${hits === 1 ? 'document' : 'documents'} for “${query}”`;
}

const EXAMPLES = ['lighthouse', '"public notice"', '17 USC 106', '1 CFR 1.1', 'rules -proposed'];

const Hints = () => (
  <section class="hints" aria-label="How to search">
    <p>
      Words find sections and documents of all three sources. A citation leads to what it cites.{' '}
      <code>"quoted words"</code> are demanded as they stand, <code>-word</code> is kept out.
    </p>
    <p>
      Try{' '}
      {EXAMPLES.map((q, i) => (
        <span key={q}>
          {i > 0 && ', '}
          <a href={webHref(searchPath({ q, filters: {}, sort: '', offset: 0 }))}>{q}</a>
        </span>
      ))}
      .
    </p>
  </section>
);

const NeedsServer = () => (
  <div class="message">
    <h2>Search needs the server</h2>
    <p>
      This copy of the site is made of files alone. Titles, years and documents are all here to{' '}
      <a href={webHref('/')}>browse</a>; to be searched, they need the API behind them.
    </p>
  </div>
);
