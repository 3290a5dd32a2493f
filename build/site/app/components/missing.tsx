import { webHref } from '../address.ts';
import { usePage } from '../head.ts';

/** The page of an address that does not exist. */
export function Missing({ children }: { children?: preact.ComponentChildren }) {
  usePage({ title: 'Not found', isMissing: true });
  return (
    <div class="message">
      <h1>Page not found</h1>
      {children ?? <p>The link may be out of date, or part of the address may be missing.</p>}
      <p>
        <a href={webHref('/')}>Go to the home page</a> or <a href={webHref('/search')}>search the law</a>.
      </p>
    </div>
  );
}
