import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../common/command-line.ts';
import { contains } from '../files/folders.ts';

/** A file that a job asked for could not be written. */
export class UnwrittenFile extends Error {}

const PIECE = 1024 * 1024;

/** A file that a job requests. The former one stays until it is complete. Unwritable places are refused at once. */
export class JobFile {
  readonly #flag: string;
  readonly #target: string;
  readonly #draft: string;
  #handle: number | null;
  #pieces: string[] = [];
  #length = 0;

  /** @param flag that names the file, for messages @param tree where it must not lie @throws UsageError */
  constructor(flag: string, target: string, tree: string) {
    this.#flag = flag;
    if (target === '-' || target === '') throw new UsageError(`${flag} takes a file.`);
    try {
      this.#target = fs.existsSync(target) ? fs.realpathSync(target) : path.resolve(target);
      const folder = fs.realpathSync(path.dirname(this.#target));
      if (contains(fs.existsSync(tree) ? fs.realpathSync(tree) : path.resolve(tree), folder))
        throw new UsageError(`${flag} takes a file outside the tree, not ${target}.`);
      const stat = fs.statSync(this.#target, { throwIfNoEntry: false });
      if (stat && !stat.isFile()) throw new UsageError(`${flag} takes a file, and ${target} is none.`);
      this.#draft = `${this.#target}.${process.pid}.new`;
      this.#handle = fs.openSync(this.#draft, 'w');
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${flag}: ${target} cannot be written: ${(error as Error).message}.`);
    }
  }

  /** @throws UnwrittenFile */
  write(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE) this.#flush();
  }

  /** Puts the file in its place. @throws UnwrittenFile */
  finish(): void {
    this.#flush();
    this.#trying(handle => {
      fs.fsyncSync(handle);
      this.#closeHandle();
      fs.renameSync(this.#draft, this.#target);
    });
  }

  /** Leaves the former file, unless the new one is in its place. */
  close(): void {
    this.#closeHandle();
    fs.rmSync(this.#draft, { force: true });
  }

  #closeHandle(): void {
    if (this.#handle !== null) fs.closeSync(this.#handle);
    this.#handle = null;
  }

  #flush(): void {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#trying(handle => fs.writeFileSync(handle, text));
  }

  #trying(work: (handle: number) => void): void {
    try {
      work(this.#handle as number);
    } catch (error) {
      throw new UnwrittenFile(
        `The tree is published, but ${this.#target} (${this.#flag}) could not be written: ${(error as Error).message}.`,
        { cause: error },
      );
    }
  }
}
