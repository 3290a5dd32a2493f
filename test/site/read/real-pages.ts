import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readDocument } from '../../../build/corpus/document.ts';
import type { SourceId } from '../../../build/contract/sources.ts';
import { headingOf, type ReadDocument, titleOf } from '../../../build/site/app/read/document.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { plainText } from '../../../build/text/plain.ts';
import { realDocuments } from '../../helpers/real-corpora.ts';
import { type Page, pageOf } from './page.ts';
import { wordsProblem } from './words.ts';

/** Every `step`th real document, as the API gives it. */
export function* realReadDocuments(corpora: string, step: number, from = 0): Generator<ReadDocument> {
  const paths = realDocuments(corpora);
  for (let at = from; at < paths.length; at += step) {
    const path = relative(corpora, paths[at]!);
    const source = path.split('/')[0] as SourceId;
    const read = readDocument({ source, path }, readFileSync(paths[at]!));
    if ('document' in read) yield { id: '', ...read.document };
  }
}

/** Sets a document as its page does. @returns what is wrong with it, for people; null where nothing is */
export async function problemOf(document: ReadDocument): Promise<string | null> {
  const heading = headingOf(document);
  const isSection = sourceOf(document.source).hasTitles;
  const title = titleOf(document);
  const page = await pageOf(document.body, {
    heading,
    isSection,
    home: isSection && title !== null ? { source: document.source, title } : null,
  });
  return (
    wordsProblem(plainText(document.body), page.root.textContent ?? '', heading) ??
    footnoteProblem(page) ??
    (page.root.querySelector('.literal') ? 'a part is shown as it is written' : null)
  );
}

/** Marks lead to a note, where their label has one, and notes back to a mark. */
function footnoteProblem({ root }: Page): string | null {
  const ids = new Set(Array.from(root.querySelectorAll('[id]'), ({ id }) => id));
  const dead = Array.from(root.querySelectorAll('a[href*="#"]'), link => link.getAttribute('href') ?? '').find(
    href => href.startsWith('/here#') && !ids.has(href.slice('/here#'.length)),
  );
  if (dead) return `leads nowhere: ${dead}`;
  const labels = new Set(
    Array.from(root.querySelectorAll('.footnote-label'), label => label.textContent ?? ''),
  );
  const loose = Array.from(root.querySelectorAll('.mark')).find(
    mark => mark.querySelector('a') === null && labels.has(mark.textContent ?? ''),
  );
  return loose ? `has a note and is no link: ${loose.textContent}` : null;
}
