import { Numbering } from '../../../../contract/paragraphs/numbering.ts';
import { type Entry, Identifiers } from './contents.ts';
import { ownerOf, renamed } from './dom.ts';
import { fold, isCredit, takeCreditHeading } from './folds.ts';
import { Footnotes } from './footnotes.ts';
import { flattenLevels } from './levels.ts';
import { settleLinks } from './links.ts';
import { captionWords, headingIn, isCaption, Outline, reportHeading } from './outline.ts';
import { firstLabels, headingOf, indent, type Labelled, labelled, linkLabel } from './paragraphs.ts';
import type { Home } from './references.ts';
import { linkReferences } from './references-in.ts';
import { boxTable } from './tables.ts';
import { isCovered } from './words.ts';

/** Facts about the document and its page that setting needs. */
export interface Setting {
  /** The page's heading. A first heading of the text with the same words is left out. */
  heading: string;
  /** Whether it is a section of a code. Its headings belong to notes, and bold paragraphs are no headings. */
  isSection: boolean;
  home: Home | null;
  fragmentHref: (id: string) => string;
  /** Address of the document with a canonical identifier; null where there is no such source. */
  documentHref: (identifier: string) => string | null;
  /** Address of a citation's search; null where there is no search. */
  searchHref: ((query: string) => string) | null;
}

/** Blocks whose words are read as one text. */
const WHOLE = 'p, h1, h2, h3, h4, h5, h6, li, td, th';

/** Sets a document for reading, piece by piece, below an element. */
export class Typesetter {
  /** Entries for headings, notes, and outermost paragraphs with a heading. */
  readonly contents: Entry[] = [];
  readonly #root: HTMLElement;
  readonly #setting: Setting;
  readonly #identifiers = new Identifiers();
  readonly #footnotes: Footnotes;
  readonly #numbering = new Numbering();
  readonly #outline = new Outline();
  /** Parent of new blocks: the root, or a fold. */
  #container: HTMLElement;
  /** Blocks of a piece in one container. The browser skips runs that are out of sight. */
  #run: HTMLElement | null = null;
  #isTitled = false;
  #fold: 'none' | 'group' | 'single' = 'none';
  #tables = 0;
  #rows: Element | null = null;

  constructor(root: HTMLElement, setting: Setting) {
    this.#root = root;
    this.#container = root;
    this.#setting = setting;
    this.#footnotes = new Footnotes(setting.fragmentHref);
  }

  /** @param fragment of the sanitiser */
  add(fragment: DocumentFragment): void {
    this.#run = null;
    settleLinks(fragment, this.#setting.documentHref);
    flattenLevels(fragment);
    const blocks = blocksOf(fragment);
    const paragraphs = blocks.map(block => (block.localName === 'p' ? labelled(block) : null));
    for (const [i, block] of blocks.entries()) {
      this.#block(block, paragraphs[i] ?? null, () => firstLabels(paragraphs, i + 1));
    }
  }

  /** Adds rows to the last table. @param fragment a table with the same header */
  addRows(fragment: DocumentFragment): void {
    settleLinks(fragment, this.#setting.documentHref);
    const rows = fragment.querySelectorAll('tbody > tr');
    for (const row of rows) this.#settle(row);
    this.#rows?.append(...rows);
  }

  /** Adds text that the parser could not handle, as written, with a line that says so. */
  addLiteral(text: string): void {
    this.#run = null;
    const owner = ownerOf(this.#root);
    const line = owner.createElement('p');
    line.className = 'literal-note';
    line.textContent = 'This part is shown as it is written: it holds more markup than a page can set.';
    const pre = owner.createElement('pre');
    pre.className = 'literal';
    pre.tabIndex = 0;
    pre.textContent = text;
    this.#append(line);
    this.#append(pre);
  }

  finish(): void {
    this.#footnotes.finish();
  }

  #append(block: Element): void {
    if (!this.#run) {
      this.#run = ownerOf(this.#root).createElement('div');
      this.#run.className = 'run';
      this.#container.append(this.#run);
    }
    this.#run.append(block);
  }

  #block(block: Element, paragraph: Labelled | null, ahead: () => Iterable<string>): void {
    const name = block.localName;
    if (/^h[1-6]$/.test(name)) this.#heading(block, Number(name[1]));
    else if (name === 'p') this.#paragraph(block, paragraph, ahead);
    else this.#other(block, name);
  }

  #other(block: Element, name: string): void {
    this.#append(block);
    if (name === 'blockquote') this.#quote(block);
    if (name === 'div') this.#footnotes.definition(block);
    this.#settle(block);
    for (const table of block.localName === 'table' ? [block] : Array.from(block.querySelectorAll('table'))) {
      this.#tables++;
      boxTable(table, `Table ${this.#tables}`);
      this.#rows = table.querySelector('tbody');
    }
  }

  #heading(heading: Element, written: number): void {
    const text = (heading.textContent ?? '').trim();
    if (!this.#isTitled && written === 1) {
      this.#isTitled = true;
      if (isCovered(text, this.#setting.heading)) return;
    }
    if (text === '') return;
    this.#numbering.reset();
    this.#settle(heading);
    if (this.#setting.isSection && written > 1) this.#note(heading, written);
    else this.#insertHeading(heading, Math.max(2, Math.min(written, 3)), text);
  }

  /** Folds notes under headings of the second rank, and under those of the third outside of such folds. */
  #note(heading: Element, written: number): void {
    const text = (heading.textContent ?? '').trim();
    // `### house report no. 94–1476` belongs to the notes before it, though it is written at their rank.
    const isWithin =
      (this.#fold === 'group' && written > 2) ||
      (this.#fold === 'single' && (written > 3 || /^\p{Ll}/u.test(text)));
    if (isWithin) this.#insertHeading(heading, 3, text);
    else {
      this.#foldUnder(heading, text);
      this.#fold = written === 2 ? 'group' : 'single';
    }
  }

  #foldUnder(heading: Element, text: string): void {
    const id = this.#identifiers.ofHeading(text);
    this.#container = fold(this.#root, heading, id).body;
    this.#run = null;
    this.contents.push({ id, text, rank: 2 });
  }

  #insertHeading(heading: Element, rank: number, written: string): void {
    const set = renamed(heading, `h${rank}` as 'h2');
    const report = reportHeading(written);
    if (report !== null) set.textContent = report;
    const text = report ?? written;
    set.id = this.#identifiers.ofHeading(text);
    if (isCaption(text)) set.className = 'caption';
    this.#append(set);
    this.contents.push({ id: set.id, text: isCaption(text) ? captionWords(text) : text, rank });
  }

  #paragraph(block: Element, paragraph: Labelled | null, ahead: () => Iterable<string>): void {
    const heading = this.#setting.isSection ? null : headingIn(block);
    if (heading) {
      const text = (block.textContent ?? '').trim();
      this.#settle(block);
      heading.inner.replaceWith(...heading.inner.childNodes);
      this.#numbering.reset();
      this.#insertHeading(block, this.#outline.rank(text, heading.isBold), text);
      return;
    }
    if (this.#setting.isSection && takeCreditHeading(block)) {
      this.#credit(block);
      return;
    }
    this.#append(block);
    const isNote = this.#footnotes.note(block);
    if (paragraph && !isNote) this.#labelled(paragraph, ahead());
    if (this.#setting.isSection && isCredit(block.textContent ?? '')) block.classList.add('credit');
    this.#settle(block);
  }

  #credit(paragraph: Element): void {
    const heading = ownerOf(paragraph).createElement('h2');
    heading.textContent = 'Source Credit';
    this.#foldUnder(heading, 'Source Credit');
    this.#fold = 'single';
    this.#append(paragraph);
    this.#settle(paragraph);
  }

  /** Indents a labelled paragraph. Only paragraphs of the law itself get a link: notes quote other laws. */
  #labelled(paragraph: Labelled, ahead: Iterable<string>): void {
    const path = indent(paragraph, this.#numbering, ahead);
    if (this.#fold !== 'none') return;
    const id = this.#identifiers.ofParagraph(path);
    paragraph.paragraph.id = id;
    const isOutermost = path.length === paragraph.labels.labels.length;
    const text = this.#setting.isSection && isOutermost ? headingOf(paragraph) : null;
    linkLabel(paragraph, this.#setting.fragmentHref(id));
    if (text) this.contents.push({ id, text, rank: 2 });
  }

  /** Indents the paragraphs of a quotation, which has its own numbering. */
  #quote(quote: Element): void {
    const numbering = new Numbering();
    const paragraphs = Array.from(quote.querySelectorAll('p'), labelled);
    paragraphs.forEach((paragraph, i) => {
      if (paragraph) indent(paragraph, numbering, firstLabels(paragraphs, i + 1));
    });
  }

  /** Links the footnote marks and citations of a block, or of the blocks within. */
  #settle(block: Element): void {
    const { home, searchHref } = this.#setting;
    for (const whole of wholes(block)) {
      this.#footnotes.mark(whole);
      if (searchHref) linkReferences(whole, home, searchHref);
    }
  }
}

/** Returns the blocks of a fragment. Words outside of elements become paragraphs. */
function blocksOf(fragment: DocumentFragment): Element[] {
  for (const node of Array.from(fragment.childNodes)) {
    if (node.nodeType !== 3 || (node.textContent ?? '').trim() === '') continue;
    const paragraph = ownerOf(fragment).createElement('p');
    node.replaceWith(paragraph);
    paragraph.append(node);
  }
  return Array.from(fragment.children);
}

/** The outermost blocks whose words are read as one text. */
function wholes(block: Element): Element[] {
  if (block.matches(WHOLE)) return [block];
  return Array.from(block.querySelectorAll(WHOLE)).filter(
    inner => !inner.parentElement?.closest(WHOLE) || !block.contains(inner.parentElement.closest(WHOLE)),
  );
}
