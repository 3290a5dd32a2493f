import type { Level } from './schema.ts';
import { WordAccount } from './words/account.ts';

type Attributes = Level['attributes'];

/** A level that is being read: its own content, and the words of that. */
export interface OpenLevel {
  level: Level;
  account: WordAccount;
}

/** The levels around a place in a file, the outermost first. */
export class LevelStack {
  readonly levels: Level[] = [];
  /** The level for content outside of all units and containers. */
  rest: OpenLevel | null = null;
  readonly #elements: string[] = [];
  readonly #accounts: WordAccount[] = [];
  /** For the file and each open level, the number of levels that opened directly in it. */
  readonly #counts = [0];

  /** The element of the innermost level; null if none is open. */
  get element(): string | null {
    return this.#elements.at(-1) ?? null;
  }

  get innermost(): OpenLevel | null {
    const level = this.levels.at(-1);
    return level ? { level, account: this.#accounts.at(-1)! } : null;
  }

  push(element: string, level: string, attributes: Attributes): void {
    const position = this.#counts[this.levels.length]! + 1;
    this.#counts.splice(this.levels.length, 2, position, 0);
    this.levels.push(emptyLevel(level, attributes, position));
    this.#elements.push(element);
    this.#accounts.push(new WordAccount());
  }

  /** @returns the innermost level, now closed, if the element opened it */
  pop(element: string): OpenLevel | null {
    const closed = this.element === element ? this.innermost : null;
    if (!closed) return null;
    this.levels.pop();
    this.#elements.pop();
    this.#accounts.pop();
    return closed;
  }

  /** Opens the level for content outside of all others, on first use. */
  beside(level: string, attributes: Attributes): OpenLevel {
    this.rest ??= { level: emptyLevel(level, attributes, 1), account: new WordAccount() };
    return this.rest;
  }
}

/** Adds words between the elements of a level. */
export function addLoose({ level, account }: OpenLevel, text: string): void {
  level.own.push({ name: '#text', attributes: {}, children: [text] });
  level.hasText = true;
  account.open('#text', 'block');
  account.text(text);
  account.close('block', '');
}

const emptyLevel = (level: string, attributes: Attributes, position: number): Level => ({
  ...{ level, attributes, position, number: null, name: null, identifier: null, own: [], hasText: false },
});
