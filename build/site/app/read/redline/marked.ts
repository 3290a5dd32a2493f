import { markupOf, TABLE_LINE } from '../../../../text/markup.ts';
import { type Group, isOnly, type Op, type Piece } from './groups.ts';

/**
 * Markdown of two texts at once. Changes are between marks, which no text has; the markup is that of the new text, so that changes of
 * markup alone (emphasis, ranks of headings, addresses of links) are no changes.
 */

/** Characters that Unicode reserves for programs: no text of the law has them. */
export const MARK = {
  insertion: '\ufdd0',
  deletion: '\ufdd1',
  end: '\ufdd2',
  /** At the end of a paragraph that only the new text has, or the old one. */
  inserted: '\ufdd3',
  deleted: '\ufdd4',
  /** Around the former label, behind the label of a paragraph. */
  label: '\ufdd5',
  /** Around the number of a moved paragraph, at its end. */
  moved: '\ufdd6',
} as const;

const ANY_MARK = /[\ufdd0-\ufdd6]/g;

const textOf = (pieces: readonly Piece[], without: Op): string =>
  pieces.map(([op, text]) => (op === without ? '' : text)).join('');

const wordsIn = (text: string, mask: Uint8Array): string =>
  text.replace(/[\s\S]/g, (sign, at: number) => (mask[at] ? '' : sign));

const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

const LABEL = /^\s*[“"]?(?:\s?\((?:\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})\))+/;

/** What has no label of its own: the text behind it differs, but not the words before it. */
interface Side {
  mask: Uint8Array;
  label: string;
  /** Behind the label in the text, in code units. */
  end: number;
}

function sideOf(text: string): Side {
  const mask = markupOf(text);
  const label = LABEL.exec(wordsIn(text, mask))?.[0] ?? '';
  let end = 0;
  for (let seen = 0; seen < label.length; end++) if (!mask[end]) seen++;
  return { mask, label: label.trim(), end };
}

/** Returns the Markdown of a group with marks. @param moved the number of a moved paragraph; null for others */
export function markedGroup(group: Group, moved: number | null = null): string {
  const tail = moved === null ? '' : `${MARK.moved}${moved}${MARK.moved}`;
  const pieces = group.pieces.map(([op, text]): Piece => [op, text.replace(ANY_MARK, '')]);
  for (const [op, sign] of [
    ['+', MARK.inserted],
    ['-', MARK.deleted],
  ] as const) {
    if (!isOnly(group, op)) continue;
    const text = textOf(pieces, '=');
    return isTable(text) ? inTable(text, sign) : text.replace(/(?=\s*$)/, `${tail}${sign}`).trimEnd();
  }
  return markedPieces(pieces).trimEnd() + tail;
}

const isTable = (text: string): boolean => /^\s*\|/.test(text) || isHtml(text);
const isHtml = (text: string): boolean => /^\s*<table\b/i.test(text);

/** The bar in front of a cell. */
const CELL = new RegExp(String.raw`(?<!\\)\|(?=[^\n])(?!${TABLE_LINE})(?=.*\|)`, 'gm');

/** Marks the cells of a table that only one text has. */
const inTable = (text: string, sign: string): string =>
  /^\s*\|/.test(text)
    ? text.replace(CELL, `|${sign}`)
    : text.replace(/<t[dh]\b[^>]*>/gi, cell => cell + sign);

/** Whether the first word of the new text is new. */
const beginsNew = (pieces: readonly Piece[]): boolean =>
  pieces.find(([op, text]) => op !== '-' && /[\p{L}\p{N}]/u.test(text))?.[0] === '+';

function markedPieces(pieces: readonly Piece[]): string {
  const old = sideOf(textOf(pieces, '+'));
  const whole = textOf(pieces, '-');
  // Within a table of HTML, backslashes are words.
  const asWords = isHtml(whole) ? (text: string) => text.replaceAll('<', '&lt;') : escaped;
  const next = sideOf(whole);
  const isRelabelled =
    old.label !== next.label && next.label !== '' && (old.label !== '' || beginsNew(pieces));
  let [from, to] = [0, 0];
  let result = '';
  let state: Op = '=';
  /** Deleted words that stand within markup of the new text wait for its end. */
  let waiting = '';
  const isWithin = (): boolean => next.mask[to] === 1 && (to === 0 || whole[to] !== '|');
  const turn = (op: Op): void => {
    if (state === op) return;
    if (state !== '=') result += MARK.end;
    if (op !== '=') result += op === '+' ? MARK.insertion : MARK.deletion;
    state = op;
  };
  const flush = (): void => {
    if (waiting === '' || isWithin()) return;
    turn('-');
    result += waiting;
    waiting = '';
  };
  let isLabelled = !isRelabelled;
  /** Behind the emphasis of the label, which the typesetter looks for. */
  const label = (): void => {
    if (isLabelled || to < next.end || whole[to] === '*') return;
    isLabelled = true;
    turn('=');
    result += `${MARK.label}${asWords(old.label)}${MARK.label}`;
  };
  for (const [op, text] of pieces) {
    const isBlank = text.trim() === '' && op !== '=';
    for (let i = 0; i < text.length; i++) {
      const sign = text[i] as string;
      const inOld = op !== '+' ? from++ : -1;
      if (op === '-') {
        const isLabel = isRelabelled && inOld < old.end;
        if (isBlank || isLabel || old.mask[inOld]) continue;
        waiting += sign === '\n' ? ' ' : asWords(sign);
        continue;
      }
      const inLabel = isRelabelled && to < next.end;
      // A mark would take the escape from its sign.
      const isEscaped = to > 0 && next.mask[to - 1] === 2;
      if (!isEscaped) flush();
      const isShown = op === '+' && !isBlank && !inLabel && next.mask[to] !== 1 && sign !== '\n';
      if (!isEscaped) turn(isShown ? '+' : '=');
      result += sign;
      to++;
      label();
    }
  }
  to = whole.length;
  flush();
  turn('=');
  return result;
}
