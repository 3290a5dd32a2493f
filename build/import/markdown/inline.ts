import type { Inline, Mark, Run } from '../convert/blocks.ts';
import { written } from './characters.ts';
import { escapeAddress, escapeLabel, escapeText, isAsItIs } from './escape.ts';

/** The nesting order of marks, the outermost first. */
const ORDER: readonly Mark[] = ['strong', 'em', 'caps', 'sup', 'sub'];
const SIGNS: Readonly<Partial<Record<Mark, string>>> = { strong: '**', em: '*' };
/** Marks as HTML elements. */
export const TAGS: Readonly<Record<Mark, string>> = {
  strong: 'strong',
  em: 'em',
  caps: 'small',
  sup: 'sup',
  sub: 'sub',
};

const WORD = /[^\s\p{P}\p{S}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Blanks other than a single space. Single spaces stay, since replacing each of them takes long. */
const BLANKS = / ?[\t\r\n][ \t\r\n]*| {2}[ \t\r\n]*/g;

/** Writes one line of Markdown. */
export function inlineMarkdown(words: readonly Inline[]): string {
  if (words.length === 1 && 'text' in words[0]! && isBare(words[0])) return plain(words[0].text);
  const line = new Line();
  for (let i = 0; i < words.length; i++) line.add(words[i]!, firstOf(words[i + 1], words[i]!));
  line.close(0);
  return line.text.trim();
}

const isBare = (run: Run): boolean => run.marks.length === 0 && run.href === null;

const plain = (text: string): string => (isAsItIs(text) ? text.trim() : escapeText(oneLine(text), '').trim());

const oneLine = (text: string): string => written(text).replace(BLANKS, ' ');

/** The first character of the next words, if it affects those before it. */
function firstOf(part: Inline | undefined, before: Inline): string {
  if (part === undefined) return '';
  if (!('text' in part)) return 'break' in part ? ' ' : '[';
  const first = part.text[0] ?? '';
  const isLinkGoingOn = 'text' in before && before.href === part.href;
  return /\s/.test(first) ? ' ' : part.href === null || isLinkGoingOn ? first : '[';
}

interface Open {
  mark: Mark;
  isTag: boolean;
}

const UNMARKED: readonly Mark[] = [];

const ordered = (marks: readonly Mark[]): readonly Mark[] =>
  marks.length === 1 ? marks : ORDER.filter(mark => marks.includes(mark));

class Line {
  text = '';
  readonly #open: Open[] = [];
  #href: string | null = null;
  #labelStart = 0;
  #isBehindCall = false;

  add(part: Inline, next: string): void {
    if (!('text' in part)) {
      this.close(0);
      this.#single(part);
      return;
    }
    const isPlain = isAsItIs(part.text);
    const line = isPlain ? part.text : oneLine(part.text);
    if (line === '') return;
    const isBlank = line.trim() === '';
    const wanted = isBlank || part.marks.length === 0 ? UNMARKED : ordered(part.marks);
    const href = isBlank ? null : part.href;
    if (href !== this.#href) this.close(0);
    let kept = 0;
    while (kept < this.#open.length && this.#open[kept]!.mark === wanted[kept]) kept++;
    this.close(kept);
    const isLink = href !== null && this.#href === null;
    const lead = wanted.length > kept || isLink ? line.slice(0, line.length - line.trimStart().length) : '';
    this.text += lead === ' ' && this.text.endsWith(' ') ? '' : lead;
    const text = lead === '' ? line : line.slice(lead.length);
    if (isLink) this.#openLink(href);
    for (const mark of wanted.slice(kept)) this.#openMark(mark, text, next);
    const own = text.startsWith(' ') && this.text.endsWith(' ') ? text.slice(1) : text;
    // Text after a footnote's mark is no address, and no footnote.
    if (this.#isBehindCall && /^[(:[]/.test(own)) this.text += '\\';
    this.#isBehindCall = false;
    this.text += isPlain ? own : href === null ? escapeText(own, next) : escapeLabel(own, next);
  }

  /** Closes marks until `open` remain. */
  close(open: number): void {
    if (this.#open.length <= open && (open > 0 || this.#href === null)) return;
    // Trailing blanks move out of the mark.
    const end = this.text.trimEnd().length;
    const tail = this.text.slice(end);
    if (tail) this.text = this.text.slice(0, end);
    while (this.#open.length > open) {
      const { mark, isTag } = this.#open.pop()!;
      this.text += isTag ? `</${TAGS[mark]}>` : SIGNS[mark];
    }
    if (open === 0 && this.#href !== null) {
      this.text += `](${escapeAddress(this.#href)})`;
      this.#href = null;
    }
    this.text += tail;
  }

  #single(part: Exclude<Inline, Run>): void {
    this.#isBehindCall = 'call' in part;
    if ('call' in part) this.text += `[^${part.call}]`;
    else if ('break' in part) this.text += ' ';
    else this.text += `![${escapeLabel(part.image, '')}](${escapeAddress(part.address)})`;
  }

  #openLink(href: string): void {
    // `!` before a bracket would make an image.
    if (this.text.endsWith('!')) this.text = `${this.text.slice(0, -1)}\\!`;
    this.#href = href;
    this.text += '[';
    this.#labelStart = this.text.length;
  }

  #openMark(mark: Mark, text: string, next: string): void {
    const sign = SIGNS[mark];
    const isTag = sign === undefined || !this.#canBeSigned(text, next);
    this.#open.push({ mark, isTag });
    this.text += isTag ? `<${TAGS[mark]}>` : sign;
  }

  /** Whether asterisks around a text open and close there (CommonMark 6.2). True only in plain cases. */
  #canBeSigned(text: string, next: string): boolean {
    const before =
      this.text.length === this.#labelStart && this.#href !== null ? '[' : (this.text.at(-1) ?? ' ');
    const [first = ' '] = text;
    const last = text.trimEnd().at(-1) ?? ' ';
    const after = /\s$/.test(text) || next === '' ? ' ' : next;
    if (/\s/.test(first) || /\s/.test(last)) return false;
    if (before === '*' && !this.#open.at(-1)) return false;
    if (PUNCTUATION.test(first) && WORD.test(before)) return false;
    return !(PUNCTUATION.test(last) && WORD.test(after)) && after !== '*';
  }
}
