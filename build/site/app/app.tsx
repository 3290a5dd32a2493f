import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { lazy } from './components/lazy.tsx';
import { Missing } from './components/missing.tsx';
import { currentPlace, onPlace, type Place } from './router.ts';

const ReadView = lazy(() => import('./read/read-view.tsx').then(module => module.ReadView));

function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace());
  useEffect(() => onPlace(() => setPlace(currentPlace())), []);
  return place;
}

/** The view of the address. */
export function App() {
  const place = usePlace();
  return (
    <ErrorBoundary key={place.path}>
      {place.path.startsWith('/usc/') ? <ReadView source="usc" identifier={place.path} /> : <Missing />}
    </ErrorBoundary>
  );
}
