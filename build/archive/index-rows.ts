import type { Run } from './history.ts';
import type { HistoryLine } from './part-file.ts';

/** A document of an index, or one that an edition has, or both. */
export class IndexRow<Seen> {
  readonly identifier: string;
  /** Null: the index does not have it. */
  readonly line: HistoryLine | null;
  readonly seen: readonly Seen[];
  #runs: readonly Run[] | null = null;

  constructor(identifier: string, line: HistoryLine | null, seen: readonly Seen[]) {
    this.identifier = identifier;
    this.line = line;
    this.seen = seen;
  }

  /** Always the same array. @throws ArchiveDamage */
  get runs(): readonly Run[] {
    this.#runs ??= this.line?.runs ?? [];
    return this.#runs;
  }
}

/** Both lists are in the order of identifiers, and so is what they have together. */
export function* indexRows<Seen extends { identifier: string }>(
  lines: Iterable<HistoryLine>,
  seen: readonly Seen[],
): Generator<IndexRow<Seen>> {
  let next = 0;
  const take = (identifier: string): Seen[] => {
    const from = next;
    while (seen[next]?.identifier === identifier) next += 1;
    return seen.slice(from, next);
  };
  function* before(identifier: string | null): Generator<IndexRow<Seen>> {
    for (let first = seen[next]; first; first = seen[next]) {
      if (identifier !== null && first.identifier >= identifier) return;
      yield new IndexRow(first.identifier, null, take(first.identifier));
    }
  }
  for (const line of lines) {
    yield* before(line.identifier);
    yield new IndexRow(line.identifier, line, take(line.identifier));
  }
  yield* before(null);
}
