/**
 * What scripts add to the guide: examples with the address of this server, a button that copies them, the language chosen last,
 * and the chapter in view. Without scripts the page has all of its content.
 */

const KEY = 'pandect-language';

/** The folder of the site, in examples without a slash at its end. Hosts of files have no API to be asked. */
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

/** Clipboards are there for pages that came over HTTPS or from the same machine. */
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
  const told = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  button.textContent = told;
  status.textContent = told;
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, 2000);
}

/** Where storage is forbidden nothing is remembered. */
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
      // The choice holds for this page.
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
