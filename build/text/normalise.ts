import { withoutStrayStars } from './stray-stars.ts';
import { repairRows } from './table-rows.ts';

/**
 * Brings a body into the form that both ways to the plain text start from: that of `cleanSource`, plus a caret where a
 * superscript follows a digit (`10<sup>6</sup>` must not become 106).
 */
export function normalise(markdown: string): string {
  const source = cleanSource(markdown);
  return source.includes('<sup>')
    ? source.replace(/<sup>/g, (tag, at: number) => (/\d/.test(source[at - 1] ?? '') ? `^${tag}` : tag))
    : source;
}

/**
 * The form that every reader of a body starts from: `\n` line endings, no byte order mark, no NUL (CommonMark 2.3), table rows
 * on one line each, no stray marks of emphasis.
 */
export function cleanSource(markdown: string): string {
  let source = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown;
  if (source.includes('\r')) source = source.replace(/\r\n?/g, '\n');
  if (source.includes('\0')) source = source.replaceAll('\0', '\uFFFD');
  return withoutStrayStars(repairRows(source));
}
