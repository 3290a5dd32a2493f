import { type Reading, readingsOf } from './labels.ts';

interface Level extends Reading {
  label: string;
}

/** Deeper than any law; what is deeper stands as deep as this. */
const MOST_LEVELS = 9;

/**
 * How deep each labelled paragraph stands, told from the labels in their order alone, since statutes nest (a)(1)(A)(i)(I) and
 * regulations (a)(1)(i)(A): a label goes on with the innermost list of which it is the next, or begins a list within.
 */
export class Numbering {
  #levels: Level[] = [];

  /** A heading: what comes begins anew. */
  reset(): void {
    this.#levels = [];
  }

  /**
   * @param labels of one paragraph, outermost first
   * @param following first labels of the paragraphs after it, for `(i)`: the letter after (h), or one
   * @returns the labels of all levels down to this paragraph's own: `['a', '1', 'A']`
   */
  place(labels: readonly string[], following: Iterable<string> = []): string[] {
    labels.forEach((label, i) => {
      if (i === 0) this.#placeFirst(label, following);
      else this.#begin(label);
    });
    return this.#levels.map(({ label }) => label.replace('*', ''));
  }

  #placeFirst(label: string, following: Iterable<string>): void {
    const readings = readingsOf(label);
    const next = this.#nextOf(readings);
    const first = readings.find(({ kind, ordinal }) => ordinal === 1 && !this.#has(kind));
    if (next && first && !beginsList(first, next.reading, following)) this.#continue(next, label);
    else if (first) this.#push({ ...first, label });
    else if (next) this.#continue(next, label);
    else this.#insert(readings, label);
  }

  /** Neither the next of a list nor the first of a new one: a list has a gap, or begins again. */
  #insert(readings: readonly Reading[], label: string): void {
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const reading = readings.find(({ kind }) => kind === this.#levels[depth]!.kind);
      if (reading) {
        this.#continue({ depth, reading }, label);
        return;
      }
    }
    this.#push({ ...(readings[0] ?? { kind: label, ordinal: 1 }), label });
  }

  #nextOf(readings: readonly Reading[]): { depth: number; reading: Reading } | null {
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const { kind, ordinal } = this.#levels[depth]!;
      const reading = readings.find(each => each.kind === kind && each.ordinal === ordinal + 1);
      if (reading) return { depth, reading };
    }
    return null;
  }

  #has(kind: string): boolean {
    return this.#levels.some(level => level.kind === kind);
  }

  #continue({ depth, reading }: { depth: number; reading: Reading }, label: string): void {
    this.#levels.length = depth;
    this.#levels.push({ ...reading, label });
  }

  #begin(label: string): void {
    const readings = readingsOf(label);
    this.#push({ ...(readings.find(({ ordinal }) => ordinal === 1) ?? readings[0]!), label });
  }

  #push(level: Level): void {
    if (this.#levels.length === MOST_LEVELS) this.#levels.pop();
    this.#levels.push(level);
  }
}

/**
 * Whether a label that could go on with one list and begin another begins it: of the labels that come, the second of the new
 * list comes before the next of the old, and before another first one, which would begin a list below the old.
 */
function beginsList(first: Reading, next: Reading, following: Iterable<string>): boolean {
  for (const label of following) {
    const readings = readingsOf(label);
    const isNth = ({ kind }: Reading, ordinal: number) =>
      readings.some(each => each.kind === kind && each.ordinal === ordinal);
    if (isNth(next, next.ordinal + 1) || isNth(first, 1)) return false;
    if (isNth(first, 2)) return true;
  }
  return false;
}
