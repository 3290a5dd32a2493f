import { silent } from '../report/progress.ts';
import { type SearchIndexInput, stageSearchIndex } from './stage.ts';

/**
 * The search index of a coming tree, which may be made beside the pages and dumps: all that it needs is there with the documents, but for
 * the name of the tree, which comes last.
 */
export class ComingIndex {
  readonly #input: Omit<SearchIndexInput, 'manifest'>;
  readonly #manifest: Promise<string>;
  #tell: (manifest: string) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  /** Its bytes. */
  #staged: Promise<number> | null = null;

  constructor(input: Omit<SearchIndexInput, 'manifest'>) {
    this.#input = input;
    this.#manifest = new Promise((resolve, reject) => {
      this.#tell = resolve;
      this.#fail = reject;
    });
    this.#manifest.catch(() => {});
  }

  /** Begins beside other work, which has the user's attention. What goes wrong is told by `complete`. */
  start(): void {
    this.#stage(silent).catch(() => {});
  }

  /** @param manifest of the coming tree: SHA-256, hexadecimal @returns the bytes of the index */
  async complete(manifest: string): Promise<number> {
    this.#tell(manifest);
    const { progress } = this.#input;
    if (!this.#staged) return this.#stage(progress);
    progress.start('search index', 1);
    const bytes = await this.#staged;
    progress.advance(1);
    return bytes;
  }

  /** Ends what has begun. */
  async giveUp(error: unknown): Promise<void> {
    this.#fail(error);
    await this.#staged?.catch(() => {});
  }

  #stage(progress: SearchIndexInput['progress']): Promise<number> {
    this.#staged ??= stageSearchIndex({ ...this.#input, progress, manifest: this.#manifest });
    return this.#staged;
  }
}
