import { render } from 'preact';
import { webPathOfUrl } from '../../address.ts';
import { Name, StatusTag } from '../../components/name.tsx';
import { currentAddress } from '../../router.ts';
import { askedBy } from './asked.ts';
import { type Contents, contentsOf, type Describing } from './contents.ts';

/**
 * Previews of links, by WCAG 2.2, 1.4.13: Escape closes a preview, the pointer can move onto it, and it stays as long as the pointer or the
 * focus does. Links work without it.
 */

/** Milliseconds until a preview opens, and until it closes behind the pointer. */
const BEFORE = 300;
const AFTER = 250;
/** Answers that are kept. */
const MOST_KEPT = 50;
/** Pixels between a link and its preview, and to the edges of the window. */
const GAP = 6;
const MARGIN = 12;

const kept = new Map<string, Promise<Contents | null>>();

function contentsFor(link: HTMLAnchorElement, describing: Describing): Promise<Contents | null> | null {
  const to = webPathOfUrl(link.href);
  const words = link.textContent ?? '';
  const asked = to && askedBy(to, words, currentAddress().path);
  if (!asked) return null;
  // Footnotes are on this page.
  if (asked.kind === 'note') return contentsOf(asked, words, describing);
  const key = JSON.stringify(asked);
  const known = kept.get(key);
  if (known) return known;
  const contents = contentsOf(asked, words, describing).catch(() => null);
  kept.set(key, contents);
  // What could not be had is asked for again.
  contents.then(value => value === null && kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return contents;
}

/**
 * Shows previews until the signal.
 * @param place an element of the page that previews are put into @param first the link that has the pointer or the focus already
 */
export function showPreviews(
  place: HTMLElement,
  first: Element,
  describing: Describing,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted: HTMLAnchorElement | null = null;
  let shown: HTMLAnchorElement | null = null;
  /** Closed by Escape; its preview comes back when the pointer or the focus does. */
  let dismissed: Element | null = null;
  let at = 0;

  const close = () => {
    clearTimeout(timer);
    shown?.removeAttribute('aria-describedby');
    wanted = null;
    shown = null;
    render(null, place);
  };
  const isHeld = (): boolean =>
    place.querySelector('.preview:hover') !== null ||
    (shown?.isConnected === true && shown.matches(':hover, :focus-visible'));
  const later = (action: () => void, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
  const closeSoon = () => later(() => isHeld() || close(), AFTER);
  const open = async (link: HTMLAnchorElement) => {
    const contents = await contentsFor(link, describing);
    if (!contents || wanted !== link || signal.aborted) return;
    close();
    wanted = link;
    shown = link;
    render(<Preview contents={contents} />, place);
    const box = place.firstElementChild;
    if (!(box instanceof HTMLElement)) return;
    link.setAttribute('aria-describedby', box.id);
    put(box, link, at);
  };
  const want = (link: HTMLAnchorElement) => {
    if (link === shown) return clearTimeout(timer);
    if (link === wanted || link === dismissed) return;
    wanted = link;
    later(() => void open(link), BEFORE);
  };
  const linkAt = ({ target }: Event): HTMLAnchorElement | null =>
    target instanceof Element ? target.closest<HTMLAnchorElement>(describing.links) : null;
  /** The pointer or the focus is elsewhere. */
  const leave = () => {
    dismissed = null;
    if (shown) closeSoon();
    else close();
  };

  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { signal });
  listen('pointerover', event => {
    if (event.pointerType === 'touch') return;
    const link = linkAt(event);
    at = event.clientX;
    if (link) want(link);
    else leave();
  });
  document.documentElement.addEventListener('pointerleave', leave, { signal });
  listen('focusin', event => {
    const link = linkAt(event);
    at = 0;
    if (link?.matches(':focus-visible')) want(link);
    else leave();
  });
  listen('focusout', leave);
  listen('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    dismissed = shown ?? wanted;
    close();
  });
  // A link that is followed, and a page that is printed, need no preview.
  listen('click', event => linkAt(event) && close());
  signal.addEventListener('abort', close);
  if (first instanceof HTMLAnchorElement && first.matches(':hover, :focus-visible')) want(first);
}

/** Puts a preview below its link, or above it where there is no room. @param x of the pointer; 0 for the beginning of the link */
function put(box: HTMLElement, link: HTMLElement, x: number): void {
  const rects = Array.from(link.getClientRects());
  // A link may be broken into lines.
  const line = rects.find(({ left, right }) => left <= x && x <= right) ?? rects[0];
  const outer = box.offsetParent?.getBoundingClientRect();
  if (!line || !outer) return;
  const { offsetWidth: width, offsetHeight: height } = box;
  const isAbove = line.bottom + GAP + height > window.innerHeight && line.top - GAP - height > 0;
  const top = isAbove ? line.top - GAP - height : line.bottom + GAP;
  const most = document.documentElement.clientWidth - width - MARGIN;
  const left = Math.max(MARGIN, Math.min(line.left, most));
  box.style.top = `${top - outer.top}px`;
  box.style.left = `${left - outer.left}px`;
}

const Preview = ({ contents: { above, heading, status, words } }: { contents: Contents }) => (
  <div class="preview" role="tooltip" id="preview">
    <p class="list-count">
      {above} <StatusTag status={status ?? undefined} />
    </p>
    {heading !== null && (
      <strong>
        <Name text={heading} />
      </strong>
    )}
    {words !== null && <p>{words}</p>}
  </div>
);
