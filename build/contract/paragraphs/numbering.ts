import { type Reading, readingsOf } from './labels.ts';

interface Level extends Reading {
  label: string;
}

/** More than any law has. Deeper levels are indented like this one. */
const MOST_LEVELS = 9;

/**
 * Finds the depth of labelled paragraphs from the order of their labels alone, since statutes nest (a)(1)(A)(i)(I) and
 * regulations (a)(1)(i)(A). A label continues the innermost list in which it is next, or begins a list within.
 */
export class Numbering {
  #levels: Level[] = [];

  /** Begins anew after a heading. */
  reset(): void {
    this.#levels = [];
  }

  /**
   * @param labels of one paragraph, outermost first
   * @param following first labels of the paragraphs after it. They tell whether `(i)` is the letter after (h) or one.
   * @returns the labels of all levels down to this paragraph: `['a', '1', 'A']`
   */
  add(labels: readonly string[], following: Iterable<string> = []): string[] {
    labels.forEach((label, i) => {
      if (i === 0) this.#addFirst(label, following);
      else this.#begin(label);
    });
    return this.#levels.map(({ label }) => label.replace('*', ''));
  }

  #addFirst(label: string, following: Iterable<string>): void {
    const readings = readingsOf(label);
    const next = this.#nextOf(readings);
    const first = readings.find(({ kind, ordinal }) => ordinal === 1 && !this.#has(kind));
    if (next && first && !beginsList(first, next.reading, following)) this.#continue(next, label);
    else if (first) this.#push({ ...first, label });
    else if (next) this.#continue(next, label);
    else this.#insert(readings, label);
  }

  /** Adds a label that neither continues a list nor begins one: the list has a gap, or begins again. */
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
 * Tells whether a label that fits two lists begins the new one. It does if the second label of the new list follows before the
 * next label of the old one, and before another first label, which would begin a list below the old one.
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
