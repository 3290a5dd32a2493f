import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { LoadAgain } from './load-again.tsx';

/** Shows a message where a view breaks. The rest of the page keeps working. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary(problem => console.error(problem));
  if (!error) return <>{children}</>;
  return (
    <LoadAgain heading="Something went wrong on this page">
      It is a mistake of the site, not yours. The rest of the site works; loading the page again may help.
    </LoadAgain>
  );
}
