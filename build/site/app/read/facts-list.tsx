import { webHref } from '../address.ts';
import { Name } from '../components/name.tsx';
import type { Fact, FactValue } from './facts.ts';

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

function valueLink({ text, to }: FactValue) {
  const name = <Name text={text} />;
  return to === undefined ? name : <a href={webHref(to)}>{name}</a>;
}
