import { webHref } from '../address.ts';
import type { Fact, FactValue } from './facts.ts';

/** The document's metadata, beside its text. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <section class="facts" aria-labelledby="facts-heading">
    <h2 id="facts-heading">Details</h2>
    <dl>
      {facts.map(({ term, values }) => (
        <div key={term}>
          <dt>{term}</dt>
          {values.map(value => (
            <dd key={value.text}>{valueLink(value)}</dd>
          ))}
        </div>
      ))}
    </dl>
  </section>
);

function valueLink({ text, to, href }: FactValue) {
  if (to !== undefined) return <a href={webHref(to)}>{text}</a>;
  if (href === undefined) return text;
  return (
    <a href={href} rel="noopener noreferrer external">
      {text}
    </a>
  );
}
