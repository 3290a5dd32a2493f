import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

/** What is shown where a view breaks: the rest of the page stays of use. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary(problem => console.error(problem));
  if (!error) return <>{children}</>;
  return (
    <div class="message">
      <h1>Something went wrong on this page</h1>
      <p>
        It is a mistake of the site, not yours. The rest of the site works; loading the page again may help.
      </p>
      <p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Load again
        </button>
      </p>
    </div>
  );
}
