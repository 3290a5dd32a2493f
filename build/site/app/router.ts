import { webHref, webPathOfUrl } from './address.ts';

/**
 * The address bar and the history: the current address, links that change the view without loading the page, and focus and
 * scrolling after them. A view calls `arrived` when its content is complete.
 */

export interface Address {
  /** Percent-encoded, below the base, with a slash in front. */
  path: string;
  search: string;
  hash: string;
}

export interface NavigateOptions {
  /** Replaces the entry of the history instead of adding one. */
  isReplacing?: boolean;
  /** Leaves focus and scrolling unchanged: for controls that change a list below them. */
  isKeeping?: boolean;
}

/** Scroll position at which the reader left the page. */
interface Scroll {
  y: number;
  /** The same position as the view describes it; null where it does not. */
  mark: unknown;
}

/** What to do when the view is complete. */
interface Arrival {
  /** Null: scroll to the beginning. */
  scroll: Scroll | null;
  isFocusing: boolean;
}

/**
 * Positions of a view whose pixels do not tell the position: it loads in pieces, or has estimated heights until they are seen.
 */
export interface Marks {
  /** Returns a value that the history can hold; null at the beginning. */
  read(): unknown;
  /** Scrolls to a mark. @returns whether the view already contains it */
  show(mark: unknown): boolean;
}

type Listener = () => void;

const listeners = new Set<Listener>();
let address: Address = { path: '/', search: '', hash: '' };
let arrival: Arrival | null = null;
let marks: Marks | null = null;
/** A mark that the view does not contain yet, and the scroll position in the meantime. */
let awaited: { mark: unknown; y: number } | null = null;
/** Whether a path is one of the app's views. All other paths are loaded from the server. */
let isView: (path: string) => boolean = () => false;

export const currentAddress = (): Address => address;

/** @returns a function that removes the listener */
export function onNavigation(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function navigate(to: string, { isReplacing = false, isKeeping = false }: NavigateOptions = {}): void {
  saveScroll();
  const state = isKeeping ? scrollNow() : { y: 0 };
  if (isReplacing) history.replaceState(state, '', webHref(to));
  else history.pushState(state, '', webHref(to));
  move(isKeeping ? null : { scroll: null, isFocusing: true });
}

/** Reads the address and takes over links and the history. Called once. */
export function startRouter(isViewPath: (path: string) => boolean): void {
  isView = isViewPath;
  address = read();
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
 * Called by a view when its heading and content are complete. Focuses the heading, so that a screen reader reads it, or the
 * element that the view marks by `data-focus`. Scrolls to the former position, the fragment or the beginning. Does nothing a
 * second time.
 */
export function arrived(): void {
  if (!arrival) return;
  const { scroll, isFocusing } = arrival;
  arrival = null;
  if (isFocusing)
    focus(document.querySelector<HTMLElement>('#main [data-focus]') ?? document.querySelector('h1'));
  if (scroll) restore(scroll);
  else if (!showFragment(address.hash) && isFocusing) window.scrollTo(0, 0);
}

function restore({ y, mark }: Scroll): void {
  if (mark !== null && marks?.show(mark)) return;
  window.scrollTo(0, y);
  awaited = mark === null ? null : { mark, y: window.scrollY };
}

/** Called by a view after each of its pieces. Scrolls to where the reader was, unless the reader has scrolled on. */
export function showAwaited(): void {
  if (!awaited) return;
  if (window.scrollY !== awaited.y || marks?.show(awaited.mark)) awaited = null;
}

/** Sets the marks of the current view. @returns a function that removes them */
export function keepMarks(own: Marks): () => void {
  marks = own;
  return () => {
    if (marks === own) marks = null;
    awaited = null;
  };
}

/** Shows and focuses the target of a fragment, and opens the folds around it. @returns whether it exists */
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

const read = (): Address => webPathOfUrl(location.href) ?? { path: '/', search: '', hash: '' };

function move(next: Arrival | null): void {
  const former = address;
  address = read();
  arrival = next;
  if (former.path === address.path && former.search === address.search) {
    moveWithin(next);
    return;
  }
  for (const listener of listeners) listener();
}

/** Moves within the same view: only the target of a fragment takes the focus. */
function moveWithin(next: Arrival | null): void {
  const scroll = next?.scroll ?? (address.hash === '' ? { y: 0, mark: null } : null);
  arrival = next && { scroll, isFocusing: false };
  arrived();
}

let saving: ReturnType<typeof setTimeout> | undefined;

/** Saves with a delay: browsers refuse a hundred writes of the history a second. */
function saveScrollSoon(): void {
  clearTimeout(saving);
  saving = setTimeout(saveScroll, 150);
}

function saveScroll(): void {
  clearTimeout(saving);
  history.replaceState(scrollNow(), '');
}

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
  // With a base, a bare fragment would lead to the page of the base.
  if (written.startsWith('#')) {
    event.preventDefault();
    navigate(address.path + address.search + written);
  } else if (isView(to.path)) {
    event.preventDefault();
    navigate(to.path + to.search + to.hash, { isKeeping: link.hasAttribute('data-keep') });
  }
}
