const ITEM = /^(?:\d{1,9}([.)])|([-+*])) {1,4}(?=\S)/;
const THEMATIC_BREAK = /^(?:(?:\*[ ]*){3,}|(?:-[ ]*){3,})$/;

export interface Item {
  readonly text: string;
  /** Whether a blank line stands above it. */
  readonly apart: boolean;
}

/** Whether a line begins an item with words. */
export const beginsItem = (line: string): boolean => ITEM.test(line);

/** An item's marker, where that is a number, and what it holds, set in no more. @param item of `listItems` */
export function itemContent(item: string): { marker: string; content: string } {
  const [start = ''] = ITEM.exec(item) ?? [];
  const [first, ...others] = item.split('\n');
  const lines = [first!.slice(start.length), ...others.map(line => line.slice(start.length))];
  return { marker: /^\d/.test(start) ? start.trimEnd() : '', content: lines.join('\n') };
}

/**
 * Cuts a list into its items, if that is certain: they are of one kind, each begins with words, and every other line
 * is blank or indented as far as the words of its item.
 *
 * @param block lines of a document without link definitions and blocks that go on over blank lines
 */
export function listItems(block: string): Item[] | undefined {
  if (!ITEM.test(block) || block.includes('\t')) return undefined;
  const items: { lines: string[]; apart: boolean }[] = [];
  let kind: string | undefined;
  let indent = 0;
  let blank: string[] = [];
  for (const line of block.split('\n')) {
    const item = THEMATIC_BREAK.test(line) ? null : ITEM.exec(line);
    if (item) {
      const own = item[1] ?? item[2];
      if (kind !== undefined && own !== kind) return undefined;
      kind = own;
      indent = item[0].length;
      items.push({ lines: [line], apart: blank.length > 0 });
      blank = [];
    } else if (line.trim() === '') blank.push(line);
    else {
      const last = items.at(-1);
      if (last === undefined || line.slice(0, indent).trim() !== '') return undefined;
      last.lines.push(...blank, line);
      blank = [];
    }
  }
  return items.map(({ lines, apart }) => ({ text: lines.join('\n'), apart }));
}
