import { jsonTokens } from './json-tokens.ts';

/** Indented JSON with different colors for keys and values. */
export const JsonText = ({ value }: { value: unknown }) => (
  <pre class="json">
    <code>
      {jsonTokens(JSON.stringify(value, null, 2)).map(({ kind, text }, i) =>
        kind === null ? (
          text
        ) : (
          <span key={i} class={`json-${kind}`}>
            {text}
          </span>
        ),
      )}
    </code>
  </pre>
);
