import { type Emphasis, type Labels, labelsOf } from '../../../../contract/paragraphs/labels.ts';
import type { Numbering } from '../../../../contract/paragraphs/numbering.ts';
import { nodeAt, ownerOf, type Words, wordsOf, wrapRange } from './dom.ts';

export interface Labelled {
  paragraph: Element;
  labels: Labels;
  words: Words;
}

/** @returns null for a paragraph without labels */
export function labelled(paragraph: Element): Labelled | null {
  const words = wordsOf(paragraph);
  const emphasisAt = (at: number): Emphasis | null => {
    const found = nodeAt(words, at);
    const inner = found?.node.parentElement;
    if (!inner || found.start !== at || !/^(?:em|strong)$/.test(inner.localName)) return null;
    return { end: at + (inner.textContent ?? '').length, isItalic: inner.localName === 'em' };
  };
  const labels = labelsOf(words.text, emphasisAt);
  return labels && { paragraph, labels, words };
}

/** Yields the first labels of the paragraphs from an index on. */
export function* firstLabels(following: readonly (Labelled | null)[], from: number): Generator<string> {
  for (let at = from; at < following.length; at++) {
    const label = following[at]?.labels.labels[0];
    if (label !== undefined) yield label;
  }
}

/** Indents a paragraph by its level. @returns the labels of all levels down to this paragraph */
export function indent(
  { paragraph, labels }: Labelled,
  numbering: Numbering,
  ahead: Iterable<string>,
): string[] {
  const path = numbering.add(labels.labels, ahead);
  const level = path.length - labels.labels.length + 1;
  paragraph.classList.add('numbered', `level-${Math.min(level, 6)}`);
  return path;
}

export function linkLabel({ paragraph, labels, words }: Labelled, href: string): void {
  const link = ownerOf(paragraph).createElement('a');
  link.className = 'label';
  link.setAttribute('href', href);
  wrapRange(words, labels.starts[0]!, labels.end, link);
}

const LONGEST_HEADING = 160;

/** Label and heading of a paragraph, such as `(a) In general`; null where it has no heading in bold or italics. */
export function headingOf({ paragraph, labels }: Labelled): string | null {
  const heading = Array.from(paragraph.querySelectorAll('strong, em')).find(
    element => !/^[\s("“]*\w{1,6}\)?\s*$/.test(element.textContent ?? ''),
  );
  const text = heading?.textContent?.trim() ?? '';
  const before = (paragraph.textContent ?? '').slice(labels.end).trimStart();
  if (text === '' || text.length > LONGEST_HEADING || !before.startsWith(text)) return null;
  return `(${labels.labels[0]!.replace('*', '')}) ${text.replace(/[.—]+$/, '')}`;
}
