import type { Block, Inline, Mark, Run } from './blocks.ts';

/** The style of words, from the elements around them. */
export interface Style {
  readonly marks: readonly Mark[];
  readonly href: string | null;
}

export const PLAIN: Style = { marks: [], href: null };

/** Collects words and blocks in their order. Words without a block between them become one paragraph. */
export class Sink {
  readonly blocks: Block[] = [];
  #words: Inline[] = [];
  /** Whether the paragraph has only a number or heading so far, which the next paragraph continues. */
  #isLead = false;
  #isBlank = true;

  /** Whether the paragraph has no words yet. */
  get isAtStart(): boolean {
    return this.#isBlank || this.#isLead;
  }

  text(text: string, style: Style): void {
    const isBlank = text.trim() === '';
    if (isBlank && this.#isBlank) return;
    if (!isBlank) {
      this.#isBlank = false;
      this.#isLead = false;
    }
    const last = this.#words.at(-1);
    if (last && 'text' in last && last.href === style.href && last.marks === style.marks) last.text += text;
    else this.#words.push({ text, marks: style.marks, href: style.href });
  }

  inline(inline: Inline): void {
    this.#isBlank = false;
    this.#isLead = false;
    this.#words.push(inline);
  }

  /** Adds a number or heading at the beginning of a paragraph. */
  lead(words: readonly Inline[]): void {
    if (!this.#isLead) this.flush();
    else this.#separate();
    this.#words.push(...words);
    this.#isLead = words.length > 0 || this.#isLead;
    this.#isBlank &&= words.length === 0;
  }

  /** Begins a paragraph. */
  begin(): void {
    if (this.#isLead) this.#separate();
    else this.flush();
  }

  /** Ends the paragraph, unless it has only a number or heading. */
  end(): void {
    if (!this.#isLead) this.flush();
  }

  block(block: Block): void {
    this.flush();
    this.blocks.push(block);
  }

  flush(): void {
    if (!this.#isBlank) this.blocks.push({ type: 'paragraph', words: this.#words });
    this.#words = [];
    this.#isLead = false;
    this.#isBlank = true;
  }

  /** A heading that ends with a dash joins the words after it, as printed. */
  #separate(): void {
    const last = this.#words.at(-1);
    if (last && 'text' in last && !/[—\s]$/.test(last.text))
      this.#words.push({ text: ' ', marks: [], href: null });
  }
}

/** Puts the words in bold, except for punctuation between them and the text: `**In general**.—`. */
export function emphasised(words: readonly Inline[]): Inline[] {
  const end = words.findLastIndex(word => !('text' in word) || /[\p{L}\p{N}]/u.test(word.text));
  return words.flatMap((word, i): Inline[] => {
    if (!('text' in word)) return [word];
    if (i > end) return [{ ...word, marks: [] }];
    const tail = i === end ? (/[.:;,—–\s]*$/.exec(word.text)?.[0] ?? '') : '';
    const text = word.text.slice(0, word.text.length - tail.length);
    const strong: Run = { ...word, text, marks: strengthened(word.marks) };
    return tail === '' ? [strong] : [strong, { ...word, text: tail, marks: [] }];
  });
}

/** Removes bold from the words of a heading, which is bold itself. */
export const unweighted = (words: readonly Inline[]): Inline[] =>
  words.map(word =>
    'text' in word && word.marks.length > 0
      ? { ...word, marks: word.marks.filter(mark => mark !== 'strong' && mark !== 'caps') }
      : word,
  );

const STRONG: readonly Mark[] = ['strong'];

/** Small caps in a heading stand for bold. */
function strengthened(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length === 0) return STRONG;
  return [...STRONG, ...marks.filter(mark => mark !== 'strong' && mark !== 'caps')];
}
