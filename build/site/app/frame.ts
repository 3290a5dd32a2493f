import type { WebPlace } from '../../contract/web-path.ts';
import { webPathOfUrl } from './address.ts';
import { navigate } from './router.ts';

/** The app's part in the header that the page came with. The header is the same for all views. */

const searchBox = (): HTMLInputElement | null =>
  document.querySelector('#q') ?? document.querySelector('#site-q');

/** Marks the current page in the header. Home and search have their own search box. */
export function markCurrent(web: WebPlace | null): void {
  document.body.dataset.view = web?.view ?? 'missing';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-nav a')) {
    const to = webPathOfUrl(link.href)?.path.slice(1);
    const isHere = web !== null && to === (web.source ?? web.view);
    if (isHere) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

export function startFrame(): void {
  const form = document.querySelector<HTMLFormElement>('.site-search');
  form?.addEventListener('submit', event => {
    event.preventDefault();
    const q = new FormData(form).get('q');
    navigate(`/search?q=${encodeURIComponent(String(q ?? ''))}`);
    form.reset();
  });
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    const box = searchBox();
    if (box && isSeen(box)) {
      box.focus();
      box.select();
    } else navigate('/search');
  });
}

const isSeen = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
