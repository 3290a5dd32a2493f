import { frontmatterOf } from '../frontmatter.ts';
import type { Edition, Outline } from '../schema.ts';
import { detached } from '../xml/detached.ts';
import type { CorpusStore } from './store.ts';

interface Waiting {
  edition: Edition;
  outline: Outline;
  aliases: readonly string[];
  body: string;
}

/**
 * Writes documents as they arrive. Those with aliases wait until the end, when all identifiers are known: they are few, and
 * short.
 */
export class DocumentWriter {
  readonly #store: CorpusStore;
  readonly #taken = new Set<string>();
  readonly #waiting: Waiting[] = [];

  constructor(store: CorpusStore) {
    this.#store = store;
  }

  write(edition: Edition, outline: Outline, body: string): void {
    this.#taken.add(detached(outline.identifier));
    const { aliases } = outline.frontmatter;
    if (Array.isArray(aliases) && aliases.length > 0) {
      this.#waiting.push({ edition, outline, aliases: aliases as string[], body });
    } else this.#put(edition, outline, body);
  }

  /** An alias that two documents share belongs to the first. */
  finish(): void {
    for (const { edition, outline, aliases, body } of this.#waiting) {
      const own = aliases.filter(alias => !this.#taken.has(alias));
      for (const alias of own) this.#taken.add(alias);
      this.#put(edition, { ...outline, frontmatter: { ...outline.frontmatter, aliases: own } }, body);
    }
  }

  #put(edition: Edition, { identifier, path, frontmatter }: Outline, body: string): void {
    this.#store.put(edition, path, identifier || path.join('/'), frontmatterOf(frontmatter) + body);
  }
}
