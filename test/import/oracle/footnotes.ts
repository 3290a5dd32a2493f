import { isCall, isFootnote, wordsOf } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import type { Schema } from './schemas.ts';
import { below, charactersOf, type Element } from './tree.ts';

export interface Footnotes {
  findings: Findings;
  /** In the XML. */
  footnotes: number;
  /** Definitions in Markdown. */
  definitions: number;
  /** Definitions without a call. */
  uncalled: string[];
  /** Footnotes of the XML without a definition: a footnote without a call is a paragraph. */
  paragraphs: number;
}

const DEFINITION = /^(?:[ >]|- )*\[\^([^\]]+)\]:/gm;
const CALL = /(?<!\\)\[\^([^\]]+)\]/g;

/** Checks that every call has its definition, and that every footnote of the XML has its words in one. */
export function compareFootnotes(
  place: string,
  element: Element,
  { body }: Pick<CorpusFile, 'body'>,
  schema: Schema,
  isLeftOut: (element: Element) => boolean = () => false,
): Footnotes {
  const findings = new Findings();
  const labels = [...body.matchAll(DEFINITION)].map(([, label]) => label!);
  const calls = new Set([...body.replace(DEFINITION, '').matchAll(CALL)].map(([, label]) => label!));
  findings.expect(place, 'labels of footnotes', new Set(labels).size, labels.length);
  for (const call of calls)
    findings.expect(place, 'definition of a call', labels.includes(call) ? call : '', call);
  const isOut = (inner: Element) => isLeftOut(inner) || schema.out(inner) !== null;
  const elements = [...below(element, isOut)];
  const texts = elements.filter(isFootnote).map(footnoteWords);
  const defined = definitionsIn(body).map(definition => squeezed(definition));
  let paragraphs = 0;
  for (const text of texts) {
    const at = defined.indexOf(text);
    if (at >= 0) defined.splice(at, 1);
    else paragraphs += 1;
  }
  // A definition without a footnote.
  for (const text of defined) findings.expect(place, 'footnote', text, '');
  if (schema.source === 'usc')
    findings.expect(place, 'calls', callCount(body), elements.filter(isCall).length);
  return {
    ...{ findings, footnotes: texts.length, definitions: labels.length, paragraphs },
    uncalled: labels.filter(label => !calls.has(label)),
  };
}

const callCount = (body: string): number => [...body.replace(DEFINITION, '').matchAll(CALL)].length;

/** The words of each definition, its label first. */
function definitionsIn(body: string): string[] {
  const parts = body.split(/^(?:[ >]|- )*(?=\[\^[^\]]+\]:)/m).slice(1);
  return parts.map(part => {
    const lines = part.split('\n');
    const end = lines.findIndex((line, i) => i > 0 && line !== '' && !/^ {4}|^>/.test(line));
    return (end < 0 ? lines : lines.slice(0, end))
      .join('\n')
      .replace(/^\[\^([^\]·]+)(?:·\d+)?\]:/, '$1 ')
      .replace(/(?<!\\)\]\([^()\s]+\)/g, ']')
      .replace(/<a href="[^"]*">|<\/?[a-z]+>/g, '');
  });
}

/** Blanks depend on how raised numbers are separated: only letters and digits are compared. */
const squeezed = (text: string): string => wordsOf(text).join('');

const footnoteWords = (element: Element): string =>
  squeezed(charactersOf(element, ({ name }) => name === 'PRTPAGE'));
