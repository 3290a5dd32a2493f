import { readFileSync } from 'node:fs';
import { writtenCitations } from '../../../build/contract/citations/written.ts';
import { plainText } from '../../../build/text/plain.ts';
import { Random } from '../../helpers/random.ts';
import { realCorpora, realDocuments } from '../../helpers/real-corpora.ts';
import { type Judged, judge } from './second-grammar.ts';

/** Citations in pieces of real text of the Federal Register, judged by the second grammar. */

const WANTED = 2_000;
const LONGEST = 500;

/** Pieces of the paragraphs of the Federal Register, each as long as the endpoint takes, in random order. */
export function pieces(random: Random): string[] {
  const corpora = realCorpora();
  if (corpora === null) return [];
  const paragraphs = realDocuments(corpora)
    .filter(file => file.includes('/fr/'))
    .flatMap(file => plainText(readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')).split(/\n+/))
    .filter(paragraph => /\d/.test(paragraph));
  return paragraphs
    .flatMap(cut)
    .map(piece => ({ piece, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ piece }) => piece);
}

/** Cuts between words, never inside of a citation's words if that can be seen. */
function cut(paragraph: string): string[] {
  const found: string[] = [];
  let piece = '';
  for (const sentence of paragraph.split(/(?<=[a-z)]{2}[.;]) (?=[A-Z“(])/)) {
    if (piece !== '' && [...`${piece} ${sentence}`].length > LONGEST) {
      found.push(piece);
      piece = '';
    }
    piece = piece === '' ? sentence : `${piece} ${sentence}`;
  }
  return [...found, piece].filter(one => [...one].length <= LONGEST && /\d/.test(one));
}

/** What the second grammar does not read: executive orders, chapters, titles by name, and further paragraphs of a section. */
const isUnknown = (text: string, kind: string, means: string): boolean =>
  kind === 'order' || text.startsWith('(') || /\/ch[^/]+/.test(means) || /revenue code|^treas/i.test(text);
/** Its lists end with such paragraphs. */
const HAS_FURTHER = /^\(|\)(?:,? (?:through|to) | ?[-–] ?)\(/i;
const GOES_ON = /^(?:sections? )?\d[\w.–-]*(?:\(.*)?$/i;

/** What the product reads, in the form of the second grammar, which knows no subparts. */
export function read(text: string): Judged[] {
  const points = [...text];
  let isBehind = false;
  return writtenCitations(text)
    .filter(({ isCertain }) => isCertain)
    .flatMap(({ text: words, start, readings }) => {
      const { kind, identifiers, identifierEnd, page } = readings.at(-1)!;
      const means = page ? `${page.volume}/${page.page}` : (identifiers[0] ?? '');
      isBehind = HAS_FURTHER.test(words) || (isBehind && GOES_ON.test(words));
      if (isUnknown(words, kind, means) || (isBehind && GOES_ON.test(words))) return [];
      const ofPart = kind === 'part' && means.includes('/sp');
      return {
        start: points.slice(0, start).join('').length,
        kind,
        means: ofPart ? means.replace(/\/sp.*/, '') : means,
        upTo: ofPart ? null : identifierEnd,
      };
    });
}

const keyOf = ({ start, kind, means, upTo }: Judged): string =>
  `${start} ${kind} ${means.toLowerCase()} ${upTo?.toLowerCase() ?? ''}`;

/** @param shown so many differences are printed @returns whether precision and recall are as they should be */
export function printRegister(shown: number): boolean {
  const random = new Random(2018);
  const [sum, lost, odd]: [{ read: number; judged: number; both: number }, string[], string[]] = [
    { read: 0, judged: 0, both: 0 },
    [],
    [],
  ];
  const texts = pieces(random);
  if (texts.length === 0) return true;
  let used = 0;
  for (const text of texts) {
    if (sum.judged >= WANTED) break;
    used++;
    const [own, other] = [read(text), judge(text)];
    const [ours, theirs] = [new Set(own.map(keyOf)), new Set(other.map(keyOf))];
    sum.read += own.length;
    sum.judged += other.length;
    sum.both += own.filter(one => theirs.has(keyOf(one))).length;
    const around = ({ start }: Judged) => JSON.stringify(text.slice(Math.max(0, start - 20), start + 90));
    odd.push(...own.filter(one => !theirs.has(keyOf(one))).map(one => `${keyOf(one)}: ${around(one)}`));
    lost.push(...other.filter(one => !ours.has(keyOf(one))).map(one => `${keyOf(one)}: ${around(one)}`));
  }
  const [precision, recall] = [sum.both / sum.read, sum.both / sum.judged];
  console.log(
    `\nreal text of the Federal Register: ${used} pieces, ${sum.judged} citations by the second grammar, ${sum.read} read; precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
  );
  for (const line of odd.slice(0, shown)) console.log(`  read only: ${line}`);
  for (const line of lost.slice(0, shown)) console.log(`  lost: ${line}`);
  return precision >= 0.99 && recall >= 0.97;
}
