/**
 * Light or dark, as the reader chose or the system says. A classic script that imports nothing: every page runs it before the
 * first paint.
 */

const KEY = 'pandect-scheme';
const SCHEMES = ['light', 'dark'];

/** Null where the browser forbids storage. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(scheme: string): void {
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Storage is forbidden: the choice holds for this page only.
  }
}

const root = document.documentElement;
const ofSystem = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const current = () => root.dataset.scheme ?? ofSystem();

const chosen = stored();
if (chosen !== null && SCHEMES.includes(chosen)) root.dataset.scheme = chosen;

document.addEventListener('DOMContentLoaded', () => {
  const button = document.getElementById('scheme');
  if (!button) return;
  const update = () => button.setAttribute('aria-pressed', String(current() === 'dark'));
  update();
  button.hidden = false;
  button.addEventListener('click', () => {
    const scheme = current() === 'dark' ? 'light' : 'dark';
    root.dataset.scheme = scheme;
    store(scheme);
    update();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
});
