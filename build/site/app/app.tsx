import { useEffect, useMemo, useState } from 'preact/hooks';
import { documentUrl } from '../../contract/paths.ts';
import { sourceOf } from '../../contract/sources.ts';
import { readWebPath, type WebPlace } from '../../contract/web-path.ts';
import { MonthView } from './browse/month-view.tsx';
import { TitleView } from './browse/title-view.tsx';
import { TitlesView } from './browse/titles-view.tsx';
import { YearView } from './browse/year-view.tsx';
import { YearsView } from './browse/years-view.tsx';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { lazy } from './components/lazy.tsx';
import { Missing } from './components/missing.tsx';
import { showPlace } from './frame.ts';
import { HomeView } from './home/home-view.tsx';
import { currentPlace, onPlace, type Place } from './router.ts';
import { begin } from './use-api.ts';

const ReadView = lazy(() => import('./read/read-view.tsx').then(module => module.ReadView));
const SearchView = lazy(() => import('./search/search-view.tsx').then(module => module.SearchView));

function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace());
  useEffect(() => onPlace(() => setPlace(currentPlace())), []);
  return place;
}

/** The view of the address. */
export function App() {
  const place = usePlace();
  const web = readWebPath(place.path);
  useMemo(() => beginFor(web), [place.path]);
  useEffect(() => showPlace(web), [place.path]);
  return <ErrorBoundary key={place.path}>{viewOf(web, place)}</ErrorBoundary>;
}

/** A document is asked for while the code that shows it is on its way. */
function beginFor(web: WebPlace | null): void {
  if (web?.source && web.identifier) begin(documentUrl(sourceOf(web.source), web.identifier));
}

function viewOf(web: WebPlace | null, place: Place) {
  if (web?.view === 'home') return <HomeView />;
  if (web?.view === 'search') return <SearchView place={place} />;
  if (!web?.source) return <Missing />;
  const source = sourceOf(web.source);
  const { view, identifier, year, month } = web;
  if (view === 'titles') return <TitlesView source={source} place={place} />;
  if (view === 'years') return <YearsView source={source} place={place} />;
  if (view === 'document' && identifier) return <ReadView source={source.id} identifier={identifier} />;
  if (year === undefined) return <TitleView source={source} web={web} place={place} />;
  return month === undefined ? (
    <YearView source={source} year={year} />
  ) : (
    <MonthView source={source} year={year} month={month} place={place} />
  );
}
