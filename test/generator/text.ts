import type { Random } from '../helpers/random.ts';

const NOUNS = `harbor lantern keeper vessel ledger wharf buoy tariff permit survey inspector orchard granary
  turnpike canal ferry beacon commission district assessment register surveyor mill quarry reservoir depot`;
const VERBS = 'maintain record inspect deliver publish assess renew suspend certify measure replace license';
const MODIFIERS =
  'annual joint local provisional written former coastal inland public certified seasonal adjacent';
const LINKS = 'of for under within near before after without concerning beside';

const words = (list: string): string[] => list.split(/\s+/).filter(Boolean);
const [nouns, verbs, modifiers, links] = [NOUNS, VERBS, MODIFIERS, LINKS].map(words) as [
  string[],
  string[],
  string[],
  string[],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const phrase = (random: Random): string =>
  `the ${random.pick(modifiers)} ${random.pick(nouns)} ${random.pick(links)} the ${random.pick(nouns)}`;

/** A heading such as "Annual survey of the canal". */
export const heading = (random: Random): string =>
  capital(phrase(random).replace(/^the /, '')) + (random.chance(0.3) ? ` and ${random.pick(nouns)}` : '');

function sentence(random: Random): string {
  const clauses = Array.from(
    { length: 1 + random.below(3) },
    () => `${phrase(random)} shall ${random.pick(verbs)} ${phrase(random)}`,
  );
  const text = clauses.join(random.pick([', and ', ', unless ', '; or ', ', where ']));
  return `${capital(random.chance(0.06) ? text.replace(/ (\w+)$/, ' *$1*') : text)}.`;
}

/** Sentences are put together once; making each anew would take most of the time of a large corpus. */
export const sentences = (random: Random, count = 3000): string[] =>
  Array.from({ length: count }, () => sentence(random));

/** One block of Markdown, in the mix that real documents have. */
function block(random: Random, stock: readonly string[]): string {
  const kind = random.next();
  const some = (most: number): string =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(stock)).join(' ');
  if (kind < 0.55) return some(4);
  if (kind < 0.85) return `**(${random.pick([...'abcdef123456'])})** ${some(3)}`;
  if (kind < 0.9) return Array.from({ length: 3 }, () => `- ${random.pick(stock)}`).join('\n');
  if (kind < 0.93) return Array.from({ length: 3 }, (_, i) => `${i + 1}. ${random.pick(stock)}`).join('\n');
  if (kind < 0.95) return `### ${heading(random)}`;
  if (kind < 0.97) return `> ${some(2)}`;
  const row = (): string => `| ${heading(random)} | ${random.below(10_000)} |`;
  return ['| Station | Fee |', '| --- | ---: |', row(), row(), row()].join('\n');
}

/** Markdown of about this many bytes. */
export function body(random: Random, stock: readonly string[], bytes: number): string {
  const blocks: string[] = [];
  for (let length = 0; length < bytes; ) {
    const next = block(random, stock);
    blocks.push(next);
    length += next.length + 2;
  }
  return `${blocks.join('\n\n')}\n`;
}

/** A length whose logarithm is distributed normally, as those of real documents are. */
export function logNormal(random: Random, median: number, sigma: number, most: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.min(most, Math.round(median * Math.exp(sigma * normal)));
}
