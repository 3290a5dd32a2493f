import { useEffect, useRef, useState } from 'preact/hooks';
import { apiUrl, isStatic } from '../address.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { curl } from '../format.ts';
import { useApi } from '../use-api.ts';
import { JsonText } from './json-text.tsx';

interface Example {
  name: string;
  text: string;
  target: string;
}

const OVERVIEW: Example = {
  name: 'Overview',
  text: 'The sources, their filters and their numbers of documents.',
  target: '/api/sources',
};

/** Calls that every tree answers, whatever its content. */
const EXAMPLES: readonly Example[] = [
  {
    name: 'Search',
    text: 'Everything about lighthouses, best first.',
    target: '/api/search?q=lighthouse&limit=1',
  },
  { name: 'List', text: 'The newest document of the Federal Register.', target: '/api/fr/documents?limit=1' },
  OVERVIEW,
];

/** Calls that a host of files answers. */
const FILES: readonly Example[] = [
  { name: 'List', text: 'The newest documents of the Federal Register.', target: '/api/fr/documents' },
  { name: 'Hierarchy', text: 'The titles of the U.S. Code.', target: '/api/usc/titles' },
  OVERVIEW,
];

/** Live calls of the API with their answers. */
export const Examples = () => (
  <section class="examples" aria-labelledby="examples">
    <h2 id="examples">The same as an API</h2>
    <p>No key, no registration: ask for an address, get JSON. These answers came just now.</p>
    <div class="examples-list">
      {(isStatic() ? FILES : EXAMPLES).map(example => (
        <Answered key={example.name} example={example} />
      ))}
    </div>
  </section>
);

function Answered({ example: { name, text, target } }: { example: Example }) {
  const [figure, isSeen] = useSeen();
  const { answer, failure, again } = useApi<unknown>(isSeen ? target : null);
  const url = apiUrl(target) ?? target;
  const { ok: _ok, ...body } = answer ?? { ok: true };
  return (
    <figure class="example" ref={figure}>
      <figcaption>
        <strong>{name}</strong> {text}
      </figcaption>
      <p class="example-call">
        <a href={url}>
          <code>{target}</code>
        </a>
        <CopyButton text={curl(url)}>Copy curl</CopyButton>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section class="example-answer" tabIndex={0} aria-label={`Answer: ${name}`}>
        {failure ? (
          <FailureMessage failure={failure} again={again} />
        ) : answer ? (
          <JsonText value={body} />
        ) : null}
      </section>
    </figure>
  );
}

/** Tells when an element is first seen, so that examples ask for nothing before. */
function useSeen(): [(element: HTMLElement | null) => void, boolean] {
  const [isSeen, setSeen] = useState(false);
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const watch = (element: HTMLElement | null) => {
    if (!element || observer.current) return;
    observer.current = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.current?.disconnect();
      setSeen(true);
    });
    observer.current.observe(element);
  };
  return [watch, isSeen];
}
