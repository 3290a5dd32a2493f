import { webHref, webPathOfUrl } from './address.ts';

/**
 * The address bar and the history: where the reader is, how a link leads on without loading the page anew, and where focus
 * and scrolling go afterwards. Views say with `arrived` when they stand.
 */

export interface Place {
  /** Percent-encoded, below the base, with a slash in front. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
}

export interface Way {
  /** Instead of the entry of the history, not after it. */
  isReplacing?: boolean;
  /** Focus and scrolling stay as they are: for controls that change a list below them. */
  isKeeping?: boolean;
}

/** Where the page was scrolled to when it was left. */
interface Scroll {
  y: number;
  /** The same in the view's own words; null where it has none. */
  mark: unknown;
}

/** What is still to be done when the view stands. */
interface Arrival {
  /** Null for its beginning. */
  scroll: Scroll | null;
  isFocusing: boolean;
}

/** A view that comes piece by piece, or whose heights are guessed until they are seen, tells by itself where the reader is. */
export interface Marks {
  /** What the history can hold; null where there is nothing to tell. */
  read(): unknown;
  /** @returns whether it stands already, and is shown */
  show(mark: unknown): boolean;
}

type Listener = () => void;

const listeners = new Set<Listener>();
let place: Place = { path: '/', search: '', hash: '' };
let arrival: Arrival | null = null;
let marks: Marks | null = null;
/** What does not stand yet, and where the page is meanwhile. */
let awaited: { mark: unknown; y: number } | null = null;
/** Whether a path is one of the app's views; all others are loaded from the server. */
let isView: (path: string) => boolean = () => false;

export const currentPlace = (): Place => place;

/** @returns how to end it */
export function onPlace(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Goes to a web path with its query and fragment. */
export function navigate(to: string, { isReplacing = false, isKeeping = false }: Way = {}): void {
  saveScroll();
  const state = isKeeping ? scrollNow() : { y: 0 };
  if (isReplacing) history.replaceState(state, '', webHref(to));
  else history.pushState(state, '', webHref(to));
  move(isKeeping ? null : { scroll: null, isFocusing: true });
}

/** Called once: reads the address and takes over links and the history. */
export function startRouter(isViewPath: (path: string) => boolean): void {
  isView = isViewPath;
  place = read();
  history.scrollRestoration = 'manual';
  arrival = { scroll: savedScroll(history.state), isFocusing: false };
  window.addEventListener('popstate', ({ state }) =>
    move({ scroll: savedScroll(state) ?? { y: 0, mark: null }, isFocusing: true }),
  );
  window.addEventListener('pagehide', saveScroll);
  window.addEventListener('scroll', saveScrollSoon, { passive: true });
  document.addEventListener('click', follow);
}

/**
 * Called by a view when its heading and content stand: focus goes to the heading, so that a screen reader tells it, or to
 * what the view has marked by `data-focus`; and the page to where it was left, to the fragment, or to its beginning. Does nothing a second time.
 */
export function arrived(): void {
  if (!arrival) return;
  const { scroll, isFocusing } = arrival;
  arrival = null;
  if (isFocusing)
    focus(document.querySelector<HTMLElement>('#main [data-focus]') ?? document.querySelector('h1'));
  if (scroll) restore(scroll);
  else if (!showFragment(place.hash) && isFocusing) window.scrollTo(0, 0);
}

function restore({ y, mark }: Scroll): void {
  if (mark !== null && marks?.show(mark)) return;
  window.scrollTo(0, y);
  awaited = mark === null ? null : { mark, y: window.scrollY };
}

/** Called by a view that comes piece by piece, after each of them: shows where the reader was, unless the reader has gone on. */
export function showAwaited(): void {
  if (!awaited) return;
  if (window.scrollY !== awaited.y || marks?.show(awaited.mark)) awaited = null;
}

/** Of the view that is shown. @returns how to end it */
export function keepMarks(own: Marks): () => void {
  marks = own;
  return () => {
    if (marks === own) marks = null;
    awaited = null;
  };
}

/** Shows what a fragment names, opening what it is folded into. @returns whether there is such a thing */
export function showFragment(hash: string): boolean {
  const target = hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null;
  if (!target) return false;
  for (
    let outer = target.closest('details');
    outer;
    outer = outer.parentElement?.closest('details') ?? null
  ) {
    outer.open = true;
  }
  focus(target);
  target.scrollIntoView();
  return true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function focus(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

const read = (): Place => webPathOfUrl(location.href) ?? { path: '/', search: '', hash: '' };

function move(next: Arrival | null): void {
  const former = place;
  place = read();
  arrival = next;
  if (former.path === place.path && former.search === place.search) {
    moveWithin(next);
    return;
  }
  for (const listener of listeners) listener();
}

/** The view stays: only what the fragment names takes the focus. */
function moveWithin(next: Arrival | null): void {
  const scroll = next?.scroll ?? (place.hash === '' ? { y: 0, mark: null } : null);
  arrival = next && { scroll, isFocusing: false };
  arrived();
}

let saving: ReturnType<typeof setTimeout> | undefined;

/** Browsers bear no hundred writes of the history a second. */
function saveScrollSoon(): void {
  clearTimeout(saving);
  saving = setTimeout(saveScroll, 150);
}

function saveScroll(): void {
  clearTimeout(saving);
  history.replaceState(scrollNow(), '');
}

/** What is still awaited stays so. */
const scrollNow = (): Scroll => ({
  y: window.scrollY,
  mark: awaited?.mark ?? marks?.read() ?? null,
});

function savedScroll(state: unknown): Scroll | null {
  const { y, mark = null } = (state ?? {}) as Partial<Scroll>;
  return typeof y === 'number' ? { y, mark } : null;
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return;
  if (link.target !== '' && link.target !== '_self') return;
  const written = link.getAttribute('href') ?? '';
  const to = webPathOfUrl(link.href);
  if (!to) return;
  // With a base, a bare fragment would lead to the base's own page.
  if (written.startsWith('#')) {
    event.preventDefault();
    navigate(place.path + place.search + written);
  } else if (isView(to.path)) {
    event.preventDefault();
    navigate(to.path + to.search + to.hash, { isKeeping: link.hasAttribute('data-keep') });
  }
}
