/**
 * Light or dark, as the reader has chosen before or the system says. It runs before the page is painted, on every page, and
 * is no module: it imports nothing.
 */

const KEY = 'pandect-scheme';
const SCHEMES = ['light', 'dark'];

/** Where storage is forbidden nothing is remembered. */
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
    // The choice holds for this page.
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
  const tell = () => button.setAttribute('aria-pressed', String(current() === 'dark'));
  tell();
  button.hidden = false;
  button.addEventListener('click', () => {
    const scheme = current() === 'dark' ? 'light' : 'dark';
    root.dataset.scheme = scheme;
    store(scheme);
    tell();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell);
});
