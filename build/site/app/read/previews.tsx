import { useEffect, useRef } from 'preact/hooks';
import { citationOf } from './citation.ts';
import { headingOf } from './document.ts';
import { statusNoticeOf } from './status-notice.ts';
import { isCovered } from './typeset/words.ts';

/** Links with previews: those in the law's text, and those of what cites it. */
const PREVIEWED = ':is(.law, .references-list) a[href]';

/** What previews say of documents; their code is apart. */
const DESCRIBING = {
  links: PREVIEWED,
  heading: headingOf,
  citation: citationOf,
  status: (document: Parameters<typeof statusNoticeOf>[0]) =>
    statusNoticeOf(document)?.label.toLowerCase() ?? null,
  isCovered,
};

/** The place of previews of links. Their code is loaded when a link first has the pointer or the focus. */
export function Previews() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = new AbortController();
    const first = new AbortController();
    page.signal.addEventListener('abort', () => first.abort());
    const begin = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest(PREVIEWED) : null;
      // A finger follows the link.
      const isMeant =
        event instanceof PointerEvent ? event.pointerType !== 'touch' : link?.matches(':focus-visible');
      if (!link || !isMeant) return;
      first.abort();
      // Without them links are links.
      import('./preview/preview.tsx').then(
        ({ showPreviews }) =>
          place.current && !page.signal.aborted && showPreviews(place.current, link, DESCRIBING, page.signal),
        () => {},
      );
    };
    for (const name of ['pointerover', 'focusin'])
      document.addEventListener(name, begin, { signal: first.signal });
    return () => page.abort();
  }, []);
  return <div ref={place} />;
}
