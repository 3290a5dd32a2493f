import { useState } from 'preact/hooks';
import { lazy } from '../components/lazy.tsx';

const References = lazy(() => import('./references.tsx').then(module => module.References));

/** What cites a document or level, and what it cites; loaded when it is opened. @param target of it in the API */
export function ReferencesFold(props: { target: string; identifier: string }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="references" onToggle={() => setOpened(true)}>
      <summary>References</summary>
      {isOpened && <References {...props} />}
    </details>
  );
}
