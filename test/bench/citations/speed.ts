import { Random } from '../../helpers/random.ts';
import { realCorpora } from '../../helpers/real-corpora.ts';
import { answersOf } from './answers.ts';
import { pieces } from './register.ts';

/** The time of an answer about 500 characters: real text, lists of as many citations as fit, and hostile texts. */

const TEXTS = 2_000;
const LIMIT_MS = 5;
const LENGTH = 500;

const filled = (words: string): string => [...words.repeat(LENGTH)].slice(0, LENGTH).join('');

/** Real pieces, put together until they are long enough. */
function realTexts(random: Random): string[] {
  const texts: string[] = [];
  let text = '';
  for (const piece of pieces(random)) {
    if (texts.length === TEXTS) break;
    text += `${piece} `;
    if (text.length < LENGTH) continue;
    texts.push(filled(text));
    text = '';
  }
  return texts;
}

const LISTS = ['17 U.S.C. ', '1 CFR ', '83 FR '].flatMap(code =>
  Array.from({ length: 40 }, (_, i) =>
    filled(Array.from({ length: 200 }, (_, j) => `${j % 30 === 0 ? code : ''}${100 + i + j}`).join(', ')),
  ),
);

const HOSTILE = [
  '1',
  '(a)',
  '1.1-',
  '§ ',
  '17 U.S.C. 1(a)(a)',
  'section 1 of title ',
  'title 1, ',
  'app. a(1) to ',
]
  .concat([
    'Pub. L. 1-1, title a, ',
    'rule 1(a) of ',
    '2018-',
    't1/s',
    '/us/usc/t1/s1 ',
    '17 U.S.C. 1, ',
    '🏛',
  ])
  .map(filled);

/** @returns whether the slowest hundredth of each kind is fast enough */
export async function printSpeed(): Promise<boolean> {
  const corpora = realCorpora();
  if (corpora === null) return true;
  const answers = await answersOf(corpora);
  let isFast = true;
  try {
    const hostile = Array.from({ length: 40 }, () => HOSTILE).flat();
    for (const [name, texts] of [
      ['real text', realTexts(new Random(5))],
      ['lists', LISTS],
      ['hostile', hostile],
    ] as const) {
      for (const text of texts.slice(0, 200)) await answers.of(text);
      const times: number[] = [];
      for (const text of texts) {
        // The best of three: other work of the machine is not the answer's.
        let best = Number.POSITIVE_INFINITY;
        for (let i = 0; i < 3; i++) {
          const began = performance.now();
          await answers.of(text);
          best = Math.min(best, performance.now() - began);
        }
        times.push(best);
      }
      times.sort((a, b) => a - b);
      const [middle, slow] = [0.5, 0.99].map(share => times[Math.floor(share * times.length)]!);
      console.log(
        `time of ${texts.length} answers about ${LENGTH} characters, ${name.padEnd(9)}: median ${middle!.toFixed(2)} ms, p99 ${slow!.toFixed(2)} ms`,
      );
      isFast = isFast && slow! <= LIMIT_MS;
    }
  } finally {
    await answers.close();
  }
  return isFast;
}
