import path from 'node:path';
import { realCorpora } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from './generator/corpus.ts';
import { quantile, type Statistics, statisticsOf } from './generator/statistics.ts';

const DOCUMENTS = 14_083;

/**
 * A generated corpus beside the real ones, by what an index and a search depend on; and how quickly it is made.
 * @param args the number of documents, as many as the real ones where it is not given
 */
export async function run([count]: string[]): Promise<void> {
  const documents = Number(count ?? DOCUMENTS);
  const corpus = path.join(temporaryFolder(), 'corpus');
  const began = [performance.now(), process.cpuUsage()] as const;
  writeCorpus(corpus, { documents, seed: 2026 });
  const seconds = (performance.now() - began[0]) / 1000;
  const { user, system } = process.cpuUsage(began[1]);
  const perSecond = Math.round(documents / seconds).toLocaleString('en-US');
  console.log(
    `${documents} documents in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processors): ${perSecond} a second`,
  );
  const originals = realCorpora();
  const columns = [statisticsOf(corpus), ...(originals ? [statisticsOf(originals)] : [])];
  const headings = ['generated', 'real'].slice(0, columns.length);
  line('', headings);
  for (const [name, values] of rowsOf(columns)) line(name, values);
}

function rowsOf(columns: readonly Statistics[]): [name: string, values: string[]][] {
  const number = (value: number | undefined) => Math.round(value ?? 0).toLocaleString('en-US');
  const percent = (value: number | undefined) => `${(100 * (value ?? 0)).toFixed(2)}%`;
  const row = (name: string, value: (one: Statistics) => string): [string, string[]] => [
    name,
    columns.map(value),
  ];
  const [first] = columns;
  const perThousand = (count: keyof Statistics) =>
    row(`${count} per thousand`, one => number((1000 * (one[count] as number)) / one.documents));
  return [
    row('documents', one => number(one.documents)),
    row('words', one => number(one.words)),
    row('different words in a document', one => number(one.distinct)),
    row('numbers among them', one => percent(one.numbers)),
    ...[...first!.growth.keys()].map(count =>
      row(`different words in ${number(count)}`, one => number(one.growth.get(count))),
    ),
    ...[...first!.shares.keys()].map(rank =>
      row(`share of ${number(rank)} commonest`, one => percent(one.shares.get(rank))),
    ),
    ...[...first!.spread.keys()].map(rank =>
      row(`documents with word ${number(rank)}`, one => percent(one.spread.get(rank))),
    ),
    perThousand('citations'),
    perThousand('names'),
    perThousand('abbreviations'),
    ...(['usc', 'ecfr', 'fr'] as const).flatMap(source =>
      [0.1, 0.5, 0.9, 0.99].map(share =>
        row(`bytes of ${source}, ${share}`, one => number(quantile(one.lengths.get(source) ?? [], share))),
      ),
    ),
  ];
}

const line = (name: string, values: readonly string[]): void =>
  console.log(name.padEnd(32) + values.map(value => value.padStart(14)).join(''));
