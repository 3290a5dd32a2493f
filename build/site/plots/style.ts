/**
 * The style of all pictures. Each picture holds light and dark, since a page's styles do not reach images. Neighboring colors
 * also differ in lightness, and all contrast with the ground by 3 to 1 (WCAG 2.2, 1.4.11).
 */
const LIGHT = { ink: '#1d1c1a', quiet: '#5b5850', s: ['#1f4e79', '#b5651d', '#6b88a3', '#8b1e3f'] };
const DARK = { ink: '#eceae4', quiet: '#aaa69b', s: ['#7fb4e6', '#e8a35c', '#5f7f9d', '#e07a98'] };

const rules = ({ ink, quiet, s }: typeof LIGHT): string =>
  `text{fill:${ink}}.quiet{fill:${quiet}}${s.map((color, i) => `.s${i}{fill:${color}}`).join('')}`;

export const STYLE = [
  ':root{color-scheme:light dark}',
  "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}",
  '.heading{font-size:15px;font-weight:600}.label{font-weight:600}',
  '.count{text-anchor:end;font-variant-numeric:tabular-nums}',
  rules(LIGHT),
  `@media (prefers-color-scheme:dark){${rules(DARK)}}`,
].join('');
