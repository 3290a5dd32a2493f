import { webHref } from '../address.ts';
import { usePage } from '../head.ts';

/** There is nothing at this address. */
export function Missing({ children }: { children?: preact.ComponentChildren }) {
  usePage({ title: 'Not found', isMissing: true });
  return (
    <div class="message">
      <h1>There is nothing at this address</h1>
      {children ?? <p>The link may be old, or a sign of it lost.</p>}
      <p>
        <a href={webHref('/')}>Begin at the home page</a>, or <a href={webHref('/search')}>search</a>.
      </p>
    </div>
  );
}
