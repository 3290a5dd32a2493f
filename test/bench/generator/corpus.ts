import fs from 'node:fs';
import path from 'node:path';
import { Random } from '../../helpers/random.ts';
import { BodyWriter } from './body.ts';
import { drawLength, type Lengths } from './lengths.ts';
import { type Draft, ecfrDrafts, frDrafts, uscDrafts } from './sections.ts';
import { Text } from './text.ts';

export interface CorpusSize {
  documents: number;
  /** Equal seeds and numbers of documents give equal corpora, on every machine. */
  seed: number;
}

interface GeneratedSource {
  drafts(random: Random, count: number): Generator<Draft>;
  /** Of all documents. */
  share: number;
  lengths: Lengths;
}

/** Shares of documents and lengths of bodies in bytes as in the real corpora: 5,378, 8,023 and 683 documents. */
const SOURCES: readonly GeneratedSource[] = [
  {
    drafts: uscDrafts,
    share: 0.382,
    lengths: [
      [0, 32],
      [0.05, 296],
      [0.25, 806],
      [0.5, 1769],
      [0.75, 4132],
      [0.9, 8952],
      [0.95, 14_764],
      [0.98, 28_448],
      [0.99, 43_771],
      [0.995, 61_363],
      [0.999, 126_060],
      [1, 249_379],
    ],
  },
  {
    drafts: ecfrDrafts,
    share: 0.57,
    lengths: [
      [0, 20],
      [0.05, 172],
      [0.25, 424],
      [0.5, 882],
      [0.75, 2091],
      [0.9, 4289],
      [0.95, 6416],
      [0.99, 13_863],
      [0.999, 30_978],
      [1, 79_188],
    ],
  },
  {
    drafts: frDrafts,
    share: 0.048,
    lengths: [
      [0, 276],
      [0.05, 1374],
      [0.25, 3050],
      [0.5, 6087],
      [0.75, 13_737],
      [0.9, 36_451],
      [0.95, 100_165],
      [0.98, 274_344],
      [0.99, 841_569],
      [0.995, 1_538_131],
      [1, 3_543_868],
    ],
  },
];

/** Writes a corpus of invented documents in the layout of the converter; nothing is held but one document. */
export function writeCorpus(folder: string, { documents, seed }: CorpusSize): void {
  const text = new Text();
  let left = documents;
  for (const [i, { drafts, share, lengths }] of SOURCES.entries()) {
    const count = i === SOURCES.length - 1 ? left : Math.round(documents * share);
    left -= count;
    const random = new Random(seed * 31 + i);
    let lastFolder = '';
    for (const draft of drafts(random, count)) {
      text.clear();
      writeDocument(text, random, draft, drawLength(random, lengths));
      const file = path.join(folder, draft.path);
      const parent = path.dirname(file);
      if (parent !== lastFolder) fs.mkdirSync(parent, { recursive: true });
      lastFolder = parent;
      fs.writeFileSync(file, text.bytes);
    }
  }
}

/** @param bytes of the body */
function writeDocument(text: Text, random: Random, draft: Draft, bytes: number): void {
  text.add('---\n');
  // JSON is YAML.
  for (const [key, value] of Object.entries(draft.fields)) text.add(`${key}: ${JSON.stringify(value)}\n`);
  const heading = `# ${draft.heading}\n\n`;
  text.add(`---\n\n${heading}`);
  new BodyWriter(text, random, draft.topic, draft.home, Math.max(1, bytes - heading.length)).write();
}
