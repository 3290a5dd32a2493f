import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml, type Report } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';

export interface Document {
  /** Relative to the corpus. */
  place: string;
  data: Record<string, unknown>;
  body: string;
}

/** Imports files, and asserts that every word is kept. */
export async function imported(corpus: string, ...from: string[]): Promise<Report> {
  const report = await importXml({ from, corpus, allowsOlder: false, isCheck: false }, silent);
  assert.is(outcomeOf(report), 'whole', reportText(report));
  const unknown = report.imported.flatMap(({ result }) => result.unknown);
  assert.equal(unknown, [], 'elements that no table knows');
  return report;
}

/** All files of a corpus, levels included, by path. */
export const documentsIn = (corpus: string): Document[] =>
  readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter(place => place.endsWith('.md'))
    .sort()
    .map(place => {
      const read = parseFrontmatter(readFileSync(join(corpus, place)));
      if ('reason' in read) throw new Error(`${place}: ${read.reason}`);
      return { place, ...read };
    });

export const isLevel = ({ place }: Pick<Document, 'place'>): boolean => basename(place).startsWith('_');

const LABEL = /(?<!\\)\[\^([^\]]+)\]/g;

/** @returns labels of footnotes without a call; a call without a footnote fails */
export function uncalledIn({ place, body }: Document): string[] {
  const notes = [...body.matchAll(/^\[\^([^\]]+)\]:/gm)].map(([, label]) => label!);
  const calls = new Set([...body.replace(/^\[\^[^\]]+\]:/gm, '').matchAll(LABEL)].map(([, label]) => label!));
  assert.is(new Set(notes).size, notes.length, `${place}: two footnotes of one label`);
  assert.equal(
    [...calls].filter(call => !notes.includes(call)),
    [],
    place,
  );
  return notes.filter(label => !calls.has(label));
}
