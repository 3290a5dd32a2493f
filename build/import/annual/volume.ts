import type { CfrForm } from '../ecfr/form.ts';
import { Title } from '../ecfr/title.ts';
import type { Head, Level, Outline } from '../schema.ts';

/** The level of a volume's content outside its title: title page, explanations, finding aids. */
export const BOOK = 'volume';

/** Reads one volume of the printed edition, or one part by itself. */
export class Volume extends Title {
  readonly #shelf: readonly string[];

  constructor(head: Head, form: CfrForm) {
    super(head, form);
    this.#shelf = form.factsOf(head).shelf;
  }

  override level(level: Level, parents: readonly Level[]): Outline | null {
    if (level.level !== BOOK) return super.level(level, parents);
    return {
      identifier: '',
      path: [...this.#shelf, 'book', '_level'],
      frontmatter: {
        source: 'ecfr',
        level: level.level,
        number: null,
        name: null,
        has_text: true,
        currency: this.edition().day,
      },
    };
  }

  /** A part may go on in the next volume. */
  protected override positionOf(): null {
    return null;
  }
}
