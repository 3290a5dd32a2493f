import { jsonTokens } from './json-tokens.ts';

/** JSON as people read it: indented, keys and values told apart. */
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
