const ITEM = /^(?:\d{1,9}([.)])|([-+*])) {1,4}(?=\S)/;
const THEMATIC_BREAK = /^(?:(?:\*[ ]*){3,}|(?:-[ ]*){3,})$/;

export interface Item {
  readonly text: string;
  /** Whether a blank line precedes it. */
  readonly apart: boolean;
}

/** Tells whether a line begins an item with words. */
export const beginsItem = (line: string): boolean => ITEM.test(line);

/**
 * Splits an item into its marker, if that is a number, and its content without indentation. @param item an item of `listItems`
 */
export function itemContent(item: string): { marker: string; content: string } {
  const [start = ''] = ITEM.exec(item) ?? [];
  const marker = /^\d/.test(start) ? start.trimEnd() : '';
  if (!item.includes('\n')) return { marker, content: item.slice(start.length) };
  const lines = item.split('\n');
  for (let i = 0; i < lines.length; i++) lines[i] = lines[i]!.slice(start.length);
  return { marker, content: lines.join('\n') };
}

/**
 * Cuts a list into its items, if that is certain: all are of one kind, each begins with words, and every other line is blank or
 * indented at least as far as the words of its item.
 * @param block lines of a document without link definitions and without blocks that contain blank lines
 */
export function listItems(block: string): Item[] | undefined {
  if (!ITEM.test(block) || block.includes('\t')) return undefined;
  const items: { from: number; to: number; apart: boolean }[] = [];
  let kind: string | undefined;
  let indent = 0;
  let isBehindBlank = false;
  for (let from = 0, to = 0; from <= block.length; from = to + 1) {
    to = block.indexOf('\n', from);
    if (to < 0) to = block.length;
    const line = block.slice(from, to);
    // Most lines are indented, and indented lines begin no item.
    const item = line.startsWith(' ') || THEMATIC_BREAK.test(line) ? null : ITEM.exec(line);
    if (item) {
      const own = item[1] ?? item[2];
      if (kind !== undefined && own !== kind) return undefined;
      kind = own;
      indent = item[0].length;
      items.push({ from, to, apart: isBehindBlank });
      isBehindBlank = false;
    } else if (line.trim() === '') isBehindBlank = true;
    else {
      const last = items.at(-1);
      if (last === undefined || line.slice(0, indent).trim() !== '') return undefined;
      last.to = to;
      isBehindBlank = false;
    }
  }
  return items.map(({ from, to, apart }) => ({ text: block.slice(from, to), apart }));
}
