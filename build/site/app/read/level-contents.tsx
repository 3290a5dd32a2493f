import { useLayoutEffect, useRef } from 'preact/hooks';
import { webPathOf } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { LevelDetail } from '../api-types.ts';
import { Name } from '../components/name.tsx';
import { asText } from '../format.ts';
import { Beside } from './beside.tsx';
import { headingOf } from './document.ts';
import type { LevelPlace } from './level-places.ts';

interface Props {
  place: LevelPlace;
  /** Null while it is loading. */
  detail: LevelDetail | null;
  /** Of the document on the page. */
  identifier: string;
  /** Above the text, on narrow screens; else beside the text. */
  isFolded?: boolean;
}

/** The documents of the level around a document. */
export function LevelContents({ place, detail, identifier, isFolded = false }: Props) {
  const list = useRef<HTMLOListElement>(null);
  // The list scrolls by itself, and begins at the document. A folded one has no height.
  const showHere = () => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && here) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  };
  useLayoutEffect(showHere, [detail]);
  const { label, name, to } = place;
  const heading = (
    <a href={webHref(to)}>
      <Name text={label} /> {name !== label && name !== null && <Name text={name} />}
    </a>
  );
  return (
    <Beside
      summary={`In ${asText(label)}`}
      label={`Documents of ${label}`}
      heading={heading}
      isFolded={isFolded}
      onToggle={showHere}
    >
      <ol ref={list} class="level-documents" aria-busy={detail === null}>
        {detail?.documents.map(item => (
          <li key={item.id}>
            <a
              href={webHref(webPathOf(item))}
              aria-current={item.identifier === identifier ? 'page' : undefined}
            >
              <Name text={headingOf(item)} />
            </a>
          </li>
        ))}
      </ol>
    </Beside>
  );
}
