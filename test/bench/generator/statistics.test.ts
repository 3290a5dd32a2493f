import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { realTest } from '../../helpers/real-corpora.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeCorpus } from './corpus.ts';
import { quantile, type Statistics, statisticsOf } from './statistics.ts';

const DOCUMENTS = 2000;

let made: Statistics | null = null;

function generated(): Statistics {
  if (made) return made;
  const corpus = path.join(temporaryFolder(), 'corpus');
  writeCorpus(corpus, { documents: DOCUMENTS, seed: 7 });
  made = statisticsOf(corpus);
  return made;
}

const between = (value: number, least: number, most: number, what: string): void =>
  assert.ok(value >= least && value <= most, `${what}: ${value} is not between ${least} and ${most}`);

test('generated words are distributed as in law: few are most of a text, and new ones keep appearing', () => {
  const { growth, shares, spread, documents, numbers } = generated();
  assert.is(documents, DOCUMENTS);
  between(shares.get(100) ?? 0, 0.44, 0.53, 'share of the 100 commonest words');
  between(shares.get(1000) ?? 0, 0.74, 0.84, 'share of the 1000 commonest words');
  const [half, all] = [growth.get(1000) ?? 0, growth.get(2000) ?? 0];
  between(all / half, 1.2, 1.6, 'growth of the vocabulary from 1000 to 2000 documents');
  // Words that are about something are in few documents.
  between(spread.get(1000) ?? 0, 0.005, 0.09, 'documents with the word of rank 1000');
  between(numbers, 0.04, 0.09, 'share of numbers');
});

test('generated documents cite provisions, name acts and spell out abbreviations', () => {
  const { citations, names, abbreviations } = generated();
  between(citations / DOCUMENTS, 2, 4.5, 'citations of a document');
  between((100 * names) / DOCUMENTS, 4, 25, 'named acts in a hundred documents');
  between((100 * abbreviations) / DOCUMENTS, 10, 50, 'abbreviations in a hundred documents');
});

realTest(test, 'a generated corpus has statistics close to the real ones', corpora => {
  const real = statisticsOf(corpora, DOCUMENTS);
  const ours = generated();
  const near = (what: string, value: number, reference: number, factor: number) =>
    between(value / reference, 1 / factor, factor, what);
  for (const rank of [100, 1000])
    near(`share of ${rank}`, ours.shares.get(rank) ?? 0, real.shares.get(rank) ?? 0, 1.08);
  near('different words in 2000 documents', ours.growth.get(2000) ?? 0, real.growth.get(2000) ?? 0, 1.5);
  near('different words in a document', ours.distinct, real.distinct, 1.4);
  for (const [source, lengths] of real.lengths) {
    const own = ours.lengths.get(source) ?? [];
    near(`documents of ${source}`, own.length, lengths.length, 1.3);
    for (const share of [0.25, 0.5, 0.75])
      near(
        `bytes of ${source}, ${share}`,
        quantile(own, share),
        quantile(lengths, share),
        source === 'fr' ? 2.2 : 1.5,
      );
  }
});

test.run();
