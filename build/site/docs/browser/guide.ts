/**
 * Scripts of the guide: examples with this server's address, buttons that copy them, the language chosen last, and the chapter
 * in view. Without scripts the page still has all of its content.
 */

const KEY = 'pandect-language';

/** Whether the host serves files only: such a host has no API to ask. */
const isOfFiles = document.querySelector<HTMLMetaElement>('meta[name=pandect-mode]')?.content === 'static';
const origin = document.baseURI.replace(/\/$/, '');
if (!isOfFiles) {
  for (const span of document.querySelectorAll('.origin')) span.textContent = origin;
  document.querySelector('.origin-note')?.remove();
}

const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
document.getElementById('main')?.append(status);

/** Browsers offer the clipboard only to pages from HTTPS or this machine. */
if (navigator.clipboard) {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code:not([data-language=output])')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button-small copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(figure, button));
    figure.querySelector('figcaption')?.append(button);
  }
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const text = figure.querySelector('pre')?.textContent ?? '';
  const outcome = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  button.textContent = outcome;
  status.textContent = outcome;
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, 2000);
}

/** Null where the browser forbids storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

for (const choice of document.querySelectorAll<HTMLInputElement>('.languages input')) {
  if (choice.value === remembered()) choice.checked = true;
  choice.addEventListener('change', () => {
    try {
      localStorage.setItem(KEY, choice.value);
    } catch {
      // Storage is forbidden: the choice holds for this page only.
    }
  });
}

const links = new Map(
  Array.from(document.querySelectorAll<HTMLAnchorElement>('.contents a'), link => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
);
const seen = new IntersectionObserver(
  entries => {
    const entry = entries.find(({ isIntersecting }) => isIntersecting);
    if (!entry) return;
    for (const [id, link] of links)
      if (id === entry.target.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  },
  { rootMargin: '0px 0px -75% 0px' },
);
for (const heading of document.querySelectorAll('.guide h2')) seen.observe(heading);
