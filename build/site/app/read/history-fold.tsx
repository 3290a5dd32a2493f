import { lazy } from '../components/lazy.tsx';
import { LateFold } from './late-fold.tsx';
import type { EventsProps } from './past/events.tsx';

const Events = lazy(() => import('./past/past.ts').then(module => module.Events));

/** What credits and notes tell of the history of a document. */
export const HistoryFold = (props: EventsProps) => (
  <LateFold class="history" summary="History told by credits and notes">
    {() => <Events {...props} />}
  </LateFold>
);
