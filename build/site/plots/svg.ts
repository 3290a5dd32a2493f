import { escapeHtml } from '../../contract/site-head.ts';
import type { Plot, Row } from './data.ts';
import { STYLE } from './style.ts';

/** Width in units of the picture: that of a phone; it scales up from there. */
const WIDTH = 460;
const HEAD = 52;
const LEGEND_LINE = 18;
const ROW = 30;
const BAR = 8;
const GAP = 1;
const FOOT = 6;
/** Most characters of a title that are shown. The bar's tooltip has all. */
const NAME_LENGTH = 54;

/**
 * Draws a plot. The longest row is as wide as the picture, and bars are in proportion. Colors follow the reader's scheme; words
 * are text.
 */
export function drawPlot({ heading, series, rows }: Plot): string {
  const longest = Math.max(...rows.map(total));
  const sum = rows.reduce((all, row) => all + total(row), 0);
  const summary = `${numberOf(sum)} ${sum === 1 ? 'document' : 'documents'}`;
  const legend = series.length > 1 ? legendOf(series, rows) : [];
  const top = HEAD + legend.length * LEGEND_LINE;
  const height = top + rows.length * ROW + FOOT;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escapeHtml(heading)}</title>`,
    `<desc id="desc">${escapeHtml(described(rows, summary))}</desc>`,
    `<style>${STYLE}</style>`,
    `<text class="heading" x="0" y="18">${escapeHtml(heading)}</text>`,
    `<text class="quiet" x="0" y="37">${summary}</text>`,
    ...legend,
    ...rows.map((row, i) => rowAt(row, top + i * ROW, { series, longest })),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

interface Scale {
  series: readonly string[];
  longest: number;
}

function rowAt(row: Row, y: number, { series, longest }: Scale): string {
  const shown = row.name.length > NAME_LENGTH ? `${row.name.slice(0, NAME_LENGTH - 1)}…` : row.name;
  let x = 0;
  const bars = row.counts.map((count, i) => {
    if (count === 0) return '';
    const width = (WIDTH * count) / longest;
    const tooltip = `${nameOf(row)}: ${numberOf(count)}${series.length > 1 ? ` ${wordsOf(series[i] ?? '')}` : ''}`;
    // The gap is cut from the end of a bar, so that the next bar begins in proportion.
    const drawn = series.length > 1 ? Math.max(width - GAP, width / 2) : width;
    const bar = `<rect class="s${i}" x="${fixed(x)}" y="16" width="${fixed(drawn)}" height="${BAR}"><title>${escapeHtml(tooltip)}</title></rect>`;
    x += width;
    return bar;
  });
  return [
    `<g transform="translate(0 ${y})">`,
    `<text x="0" y="11"><tspan class="label">${escapeHtml(row.label)}</tspan>${shown && ` <tspan class="quiet">${escapeHtml(shown)}</tspan>`}</text>`,
    `<text class="count" x="${WIDTH}" y="11">${numberOf(total(row))}</text>`,
    `${bars.join('')}</g>`,
  ].join('');
}

/** Two entries a line. */
function legendOf(series: readonly string[], rows: readonly Row[]): string[] {
  const items = series.map((name, i) => {
    const count = rows.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0);
    const [x, y] = [(i % 2) * (WIDTH / 2), HEAD + Math.floor(i / 2) * LEGEND_LINE];
    return `<rect class="s${i}" x="${x}" y="${y - 4}" width="10" height="10"/><text class="quiet" x="${x + 16}" y="${y + 5}">${escapeHtml(wordsOf(name))} <tspan class="label">${numberOf(count)}</tspan></text>`;
  });
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += 2) lines.push(items.slice(i, i + 2).join(''));
  return lines;
}

/** Description for those who do not see the picture. It is short: the numbers have pages of their own, with tables. */
function described(rows: readonly Row[], summary: string): string {
  const largest = rows.find(row => total(row) === Math.max(...rows.map(total)));
  if (!largest) return `${summary}.`;
  return `${summary} in ${rows.length} rows. The most, ${numberOf(total(largest))}: ${nameOf(largest)}.`;
}

const total = ({ counts }: Row): number => counts.reduce((sum, count) => sum + count, 0);
const nameOf = ({ label, name }: Row): string => (name ? `Title ${label}, ${name}` : label);
/** `proposed_rule` as `proposed rule`. */
const wordsOf = (type: string): string => type.replaceAll('_', ' ');
const numberOf = (count: number): string => count.toLocaleString('en-US');
const fixed = (length: number): string => String(Math.round(length * 100) / 100);
