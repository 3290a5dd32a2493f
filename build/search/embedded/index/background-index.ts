import { shown, silent } from '../../../report/progress.ts';
import { type SearchIndexInput, type StagedIndex, stageSearchIndex } from './stage.ts';

/**
 * The search index of a coming tree, which may be made beside the pages and dumps: all that it needs is there with the documents, but for
 * the name of what it holds, which comes soon after.
 */
export class BackgroundIndex {
  readonly #input: Omit<SearchIndexInput, 'content'>;
  readonly #content: Promise<string>;
  #tell: (content: string) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #staged: Promise<StagedIndex> | null = null;

  constructor(input: Omit<SearchIndexInput, 'content'>) {
    this.#input = input;
    this.#content = new Promise((resolve, reject) => {
      this.#tell = resolve;
      this.#fail = reject;
    });
    this.#content.catch(() => {});
  }

  /** Begins beside other work, which has the user's attention. What goes wrong is told by `complete`. */
  start(): void {
    this.#stage(silent).catch(() => {});
  }

  /** @param content of the coming tree, see `documentsDigest` */
  name(content: string): void {
    this.#tell(content);
  }

  /** To be asked once it has a name. */
  async complete(): Promise<StagedIndex> {
    const { progress } = this.#input;
    return this.#staged ? shown(progress, 'search index', this.#staged) : this.#stage(progress);
  }

  /** Ends what has begun. */
  async giveUp(error: unknown): Promise<void> {
    this.#fail(error);
    await this.#staged?.catch(() => {});
  }

  #stage(progress: SearchIndexInput['progress']): Promise<StagedIndex> {
    this.#staged ??= stageSearchIndex({ ...this.#input, progress, content: this.#content });
    return this.#staged;
  }
}
