import type { ComponentChildren } from 'preact';

/** A message where loading the page again may bring what is missing. */
export const LoadAgain = ({ heading, children }: { heading: string; children: ComponentChildren }) => (
  <div class="message">
    <h1>{heading}</h1>
    <p>{children}</p>
    <p>
      <button type="button" class="button" onClick={() => location.reload()}>
        Load again
      </button>
    </p>
  </div>
);
