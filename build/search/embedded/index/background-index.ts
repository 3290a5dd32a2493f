import { shown, silent } from '../../../report/progress.ts';
import { type SearchIndexInput, type StagedIndex, stageSearchIndex } from './stage.ts';

/** Builds the next search index while pages and dumps are made, for which the documents suffice; the digest follows later. */
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

  /** Starts without progress output. `complete` throws the errors. */
  start(): void {
    this.#stage(silent).catch(() => {});
  }

  /** @param content digest of the next tree's documents, see `documentsDigest` */
  name(content: string): void {
    this.#tell(content);
  }

  /** Waits for the index, after `name` was called. */
  async complete(): Promise<StagedIndex> {
    const { progress } = this.#input;
    return this.#staged ? shown(progress, 'search index', this.#staged) : this.#stage(progress);
  }

  async giveUp(error: unknown): Promise<void> {
    this.#fail(error);
    await this.#staged?.catch(() => {});
  }

  #stage(progress: SearchIndexInput['progress']): Promise<StagedIndex> {
    this.#staged ??= stageSearchIndex({ ...this.#input, progress, content: this.#content });
    return this.#staged;
  }
}
