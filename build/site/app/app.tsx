import { useEffect, useMemo, useState } from 'preact/hooks';
import { loadsOf } from '../../contract/site-loads.ts';
import { sourceOf } from '../../contract/sources.ts';
import { readWebPath, type WebPlace } from '../../contract/web-path.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { lazy } from './components/lazy.tsx';
import { Missing } from './components/missing.tsx';
import { markCurrent } from './frame.ts';
import { type Address, currentAddress, onNavigation } from './router.ts';
import { begin } from './use-api.ts';

const HomeView = lazy(() => import('./home/home-view.tsx').then(module => module.HomeView));
const BrowseView = lazy(() => import('./browse/browse-view.tsx').then(module => module.BrowseView));
const ReadView = lazy(() => import('./read/read-view.tsx').then(module => module.ReadView));
const StructureView = lazy(() => import('./read/read-view.tsx').then(module => module.StructureView));
const SearchView = lazy(() => import('./search/search-view.tsx').then(module => module.SearchView));

function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress());
  useEffect(() => onNavigation(() => setAddress(currentAddress())), []);
  return address;
}

export function App() {
  const address = useAddress();
  const web = readWebPath(address.path);
  useMemo(() => beginFor(web, address), [address.path]);
  useEffect(() => markCurrent(web), [address.path]);
  return <ErrorBoundary key={address.path}>{viewOf(web, address)}</ErrorBoundary>;
}

/** Begins requests for a view's data while its code is still loading. */
function beginFor(web: WebPlace | null, { search }: Address): void {
  const target = web && loadsOf(web, web.source && sourceOf(web.source), search.slice(1)).target;
  if (target !== null) begin(target);
}

function viewOf(web: WebPlace | null, address: Address) {
  if (web?.view === 'home') return <HomeView />;
  if (web?.view === 'search') return <SearchView address={address} />;
  if (!web?.source) return <Missing />;
  if (web.identifier !== undefined) return <ReadView source={web.source} identifier={web.identifier} />;
  if (web.level !== undefined) return <StructureView source={sourceOf(web.source)} identifier={web.level} />;
  return <BrowseView source={sourceOf(web.source)} web={web} address={address} />;
}
