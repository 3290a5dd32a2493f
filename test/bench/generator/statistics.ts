import fs from 'node:fs';
import { idOf } from '../../../build/contract/identifier.ts';
import type { SourceId } from '../../../build/contract/sources.ts';
import { readDocument } from '../../../build/corpus/document.ts';
import { fsPathOf } from '../../../build/corpus/file.ts';
import { toSearchDocument } from '../../../build/search/documents/search-document.ts';
import { type References, referencesOf } from '../../../build/search/references/references.ts';
import { plainText } from '../../../build/text/plain.ts';
import { corpusFiles } from '../../helpers/corpus-files.ts';
import { Random } from '../../helpers/random.ts';

/** What a corpus is like, real or generated: what the time of an index and of a search depends on. */
export interface Statistics {
  documents: number;
  words: number;
  /** How many different words a document has on average. */
  distinct: number;
  /** How many different words the first documents have, by their number, in an order of chance. */
  growth: Map<number, number>;
  /** How many of all words the commonest so many are, as shares of 1. */
  shares: Map<number, number>;
  /** In how many of the documents, as a share of 1, the word of this rank is. */
  spread: Map<number, number>;
  /** Share of words that begin with a digit. */
  numbers: number;
  /** Of bodies, Markdown, in bytes, ascending. */
  lengths: Map<SourceId, number[]>;
  citations: number;
  names: number;
  abbreviations: number;
}

const RANKS = [10, 100, 300, 1000, 3000, 10_000];
const WORD = /[\p{L}\p{N}]+/gu;

/** @param most so many documents are read, in an order that is the same for every run */
export function statisticsOf(corpus: string, most = Number.POSITIVE_INFINITY): Statistics {
  const files = shuffled([...corpusFiles(corpus)], new Random(1)).slice(0, most);
  const counts = new Map<string, number>();
  const holders = new Map<string, number>();
  const growth = new Map<number, number>();
  const lengths = new Map<SourceId, number[]>();
  const found = { cites: 0, names: 0, abbreviations: 0 };
  let documents = 0;
  let distinct = 0;
  for (const file of files) {
    const read = readDocument(file, fs.readFileSync(fsPathOf(corpus, file.path)));
    if ('problems' in read) continue;
    const { identifier, source, metadata, body } = read.document;
    const text = plainText(body);
    const own = new Set<string>();
    for (const [word] of text.toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      own.add(word);
    }
    for (const word of own) holders.set(word, (holders.get(word) ?? 0) + 1);
    const ofSource = lengths.get(source) ?? [];
    lengths.set(source, ofSource);
    ofSource.push(Buffer.byteLength(body));
    const document = { id: idOf(identifier), identifier, source, metadata, body };
    const references = referencesOf(toSearchDocument(document, text));
    for (const kind of Object.keys(found) as (keyof References)[]) found[kind] += references[kind].length;
    documents++;
    if (isMilestone(documents)) growth.set(documents, counts.size);
    distinct += own.size;
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const words = ranked.reduce((sum, [, count]) => sum + count, 0);
  const ranks = RANKS.filter(rank => rank <= ranked.length);
  const first = (count: number) => ranked.slice(0, count).reduce((sum, [, times]) => sum + times, 0);
  const numbers = ranked.reduce((sum, [word, count]) => sum + (/^\p{N}/u.test(word) ? count : 0), 0);
  return {
    documents,
    words,
    distinct: distinct / documents,
    growth: growth.set(documents, counts.size),
    shares: new Map(ranks.map(rank => [rank, first(rank) / words])),
    spread: new Map(ranks.map(rank => [rank, (holders.get(ranked[rank - 1]![0]) ?? 0) / documents])),
    numbers: numbers / words,
    lengths: new Map([...lengths].map(([source, bytes]) => [source, bytes.sort((a, b) => a - b)])),
    citations: found.cites,
    names: found.names,
    abbreviations: found.abbreviations,
  };
}

/** 100, 200, 500, 1000 and so on. */
const isMilestone = (documents: number): boolean => /^[125]00+$/.test(String(documents));

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

/** The value that so many of the ascending values, as a share of 1, are below. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
