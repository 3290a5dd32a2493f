import type { Random } from '../../helpers/random.ts';
import { abbreviation, citation, type Home, namedAct, publicLaw } from './citations.ts';
import type { Text } from './text.ts';
import type { Topic } from './topic.ts';
import { wordOf } from './vocabulary.ts';

/** How many of all words are special, and which of these they are: about as often as in the real corpora. */
const SPECIAL = 0.05;
const LOG_ORDINARY = Math.log(1 - SPECIAL);
const PARTS = ((citations, acts, abbreviations, publicLaws) => ({
  citations,
  acts: citations + acts,
  abbreviations: citations + acts + abbreviations,
  publicLaws: citations + acts + abbreviations + publicLaws,
}))(0.105, 0.0035, 0.0087, 0.066);
const WORDS_TO_COMMA = 14;

const [SPACE, STOP, COMMA, STAR] = [0x20, 0x2e, 0x2c, 0x2a];
const BYTES_A_WORD = 6.4;

/** Writes the Markdown of one document. */
export class BodyWriter {
  readonly #text: Text;
  readonly #random: Random;
  readonly #topic: Topic;
  readonly #home: Home;
  /** Where the text is to end. */
  readonly #end: number;

  constructor(text: Text, random: Random, topic: Topic, home: Home, bytes: number) {
    this.#text = text;
    this.#random = random;
    this.#topic = topic;
    this.#home = home;
    this.#end = text.length + bytes;
  }

  /** Blocks of Markdown, of about so many bytes together. */
  write(): void {
    while (this.#text.length < this.#end) {
      this.#block();
      this.#text.add('\n\n');
    }
    this.#text.length--;
  }

  /** One block, in the mix that real documents have. */
  #block(): void {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.55) this.#sentences(4);
    else if (kind < 0.85) {
      this.#text.add(`**(${random.pick([...'abcdef123456'])})** `);
      this.#sentences(3);
    } else if (kind < 0.9) this.#lines(() => '- ');
    else if (kind < 0.93) this.#lines(i => `${i + 1}. `);
    else if (kind < 0.95) this.#text.add(`### ${heading(random, this.#topic, 4)}`);
    else if (kind < 0.97) {
      this.#text.add('> ');
      this.#sentences(2);
    } else this.#table();
  }

  #table(): void {
    this.#text.add('| Station | Fee |\n| --- | ---: |');
    for (let row = 0; row < 3; row++) {
      this.#text.add(`\n| ${heading(this.#random, this.#topic, 3)} | ${this.#random.below(10_000)} |`);
    }
  }

  #lines(marker: (line: number) => string): void {
    for (let line = 0; line < 3; line++) {
      this.#text.add(`${line > 0 ? '\n' : ''}${marker(line)}`);
      this.#sentence();
    }
  }

  #sentences(most: number): void {
    const count = 1 + this.#random.below(most);
    for (let i = 0; i < count; i++) {
      if (i > 0) this.#text.char(SPACE);
      this.#sentence();
      if (this.#text.length >= this.#end) return;
    }
  }

  #sentence(): void {
    const [text, random, topic] = [this.#text, this.#random, this.#topic];
    const left = Math.ceil((this.#end - text.length) / BYTES_A_WORD);
    const words = Math.max(3, Math.min(8 + random.below(36), left));
    text.word(topic.word(random), true);
    // Chance is asked how many words go by, not at each word.
    let comma = random.below(2 * WORDS_TO_COMMA);
    let special = gap(random);
    const emphasised = random.chance(0.06) ? 1 + random.below(words) : 0;
    for (let i = 1; i < words; i++) {
      if (comma-- === 0) {
        text.char(COMMA);
        comma = random.below(2 * WORDS_TO_COMMA);
      }
      text.char(SPACE);
      if (special-- === 0) {
        text.add(this.#special());
        special = gap(random);
      } else if (i === emphasised) {
        text.char(STAR);
        text.word(topic.word(random));
        text.char(STAR);
      } else text.word(topic.word(random));
    }
    text.char(STOP);
  }

  /** What comes in place of an ordinary word. */
  #special(): string {
    const [random, topic, home] = [this.#random, this.#topic, this.#home];
    const kind = random.next();
    if (kind < PARTS.citations) return citation(random, home);
    if (kind < PARTS.acts) return `the ${namedAct(random, topic)}`;
    if (kind < PARTS.abbreviations) return `the ${abbreviation(random, topic)}`;
    if (kind < PARTS.publicLaws && home.source === 'usc') return `(${publicLaw(random)})`;
    return number(random);
  }
}

/** How many ordinary words come before the next special one. */
const gap = (random: Random): number => Math.floor(Math.log(1 - random.next()) / LOG_ORDINARY);

function number(random: Random): string {
  const kind = random.next();
  if (kind < 0.35) return `(${1 + random.below(12)})`;
  if (kind < 0.6) return String(1960 + Math.floor(65 * random.next() ** 0.5));
  if (kind < 0.85) return String(10 + random.below(90));
  if (kind < 0.93) return `$${1 + random.below(999)},000`;
  // Small ones are more frequent by far.
  return String(Math.floor(100 / random.next() ** 1.3));
}

const LINKS = ['of', 'of the', 'and', 'for', 'to', 'in', 'by', 'under'];

/** A heading such as "Annual survey of the canal", of so many words about the topic. */
export function heading(random: Random, topic: Topic, words: number): string {
  let text = wordOf(topic.name(random));
  for (let i = 1; i < words; i++) {
    if (random.chance(0.45)) text += ` ${random.pick(LINKS)}`;
    text += ` ${wordOf(topic.name(random))}`;
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}
