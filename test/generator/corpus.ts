import fs from 'node:fs';
import path from 'node:path';
import { Random } from '../helpers/random.ts';
import { type Draft, ecfrDrafts, frDrafts, uscDrafts } from './sections.ts';
import { body, logNormal, sentences } from './text.ts';

export interface CorpusSize {
  documents: number;
  /** Equal seeds and numbers of documents give equal corpora, on every machine. */
  seed: number;
}

/**
 * Share of the documents, and the lengths of bodies in bytes: median and spread as in the real corpora
 * (5,378, 8,023 and 683 documents; the 99th percentiles are 43, 14 and 600 kB).
 */
const SOURCES = [
  { drafts: uscDrafts, share: 0.382, median: 1800, sigma: 1.36, most: 250_000 },
  { drafts: ecfrDrafts, share: 0.57, median: 900, sigma: 1.18, most: 80_000 },
  { drafts: frDrafts, share: 0.048, median: 6100, sigma: 1.97, most: 3_500_000 },
];

/** Writes a corpus of invented documents in the layout of the converter; nothing is held but one document. */
export function writeCorpus(folder: string, { documents, seed }: CorpusSize): void {
  const stock = sentences(new Random(seed));
  let left = documents;
  for (const [i, { drafts, share, median, sigma, most }] of SOURCES.entries()) {
    const count = i === SOURCES.length - 1 ? left : Math.round(documents * share);
    left -= count;
    const random = new Random(seed * 31 + i);
    for (const draft of drafts(random, count)) {
      writeDocument(folder, draft, body(random, stock, logNormal(random, median, sigma, most)));
    }
  }
}

function writeDocument(folder: string, draft: Draft, text: string): void {
  const file = path.join(folder, draft.path);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // JSON is YAML.
  const fields = Object.entries(draft.fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  fs.writeFileSync(file, `---\n${fields.join('')}---\n\n# ${draft.heading}\n\n${text}`);
}
