import type { ComponentChildren } from 'preact';

/** Where something is missing that a new start of the page may bring. */
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
