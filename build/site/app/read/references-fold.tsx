import { lazy } from '../components/lazy.tsx';
import { LateFold } from './late-fold.tsx';

const References = lazy(() => import('./references.tsx').then(module => module.References));

/** What cites a document or level, and what it cites. @param target of it in the API */
export const ReferencesFold = (props: { target: string; identifier: string }) => (
  <LateFold class="references" summary="References">
    {() => <References {...props} />}
  </LateFold>
);
