import { execFileSync } from 'node:child_process';

/** What rsync has told of both its passes. */
export interface Sent {
  /** Those of which anything was sent. */
  files: number;
  /** Bytes that the mirror could not take from what it had, before they were compressed. */
  literal: number;
  /** What went over the wire for content, compressed. */
  content: number;
  /** For the manifest and the history, which come in the second pass. */
  manifest: number;
  /** For the lists of files of both passes, which are not compressed. */
  lists: number;
}

/** What no mirror copies (build/README.md, Mirrors). */
export const EXCLUDED = ['/catalog', '/build.json', '/.build'];
/** What comes when all that it names is there. */
const SECOND = ['/manifest', '/manifest.json*', '/changes'];

/** A mirror's copy of a tree, kept by rsync as the handbook tells. */
export class Mirror {
  readonly #tree: string;
  readonly #copy: string;

  constructor(tree: string, copy: string) {
    this.#tree = tree;
    this.#copy = copy;
    // Builds put new files in the place of old ones and never write into them, so that links are as good as copies.
    execFileSync('cp', ['-al', tree, copy]);
    execFileSync('rm', ['-rf', ...EXCLUDED.map(name => copy + name)]);
  }

  update(): Sent {
    const content = this.#pass(...SECOND.map(name => `--exclude=${name}`));
    const rest = this.#pass('--delete');
    return {
      files: content.files + rest.files,
      literal: content.literal + rest.literal,
      content: content.bytes - content.list,
      manifest: rest.bytes - rest.list,
      lists: content.list + rest.list,
    };
  }

  #pass(...flags: string[]): { files: number; literal: number; bytes: number; list: number } {
    const excludes = EXCLUDED.map(name => `--exclude=${name}`);
    // On one machine rsync would copy whole files.
    const args = [
      '-az',
      '--no-whole-file',
      '--stats',
      ...excludes,
      ...flags,
      `${this.#tree}/`,
      `${this.#copy}/`,
    ];
    const told = execFileSync('rsync', args, {
      encoding: 'utf8',
      maxBuffer: 1e8,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const number = (label: string): number =>
      Number(new RegExp(`^${label}: ([\\d,]+)`, 'm').exec(told)?.[1]?.replaceAll(',', '') ?? Number.NaN);
    return {
      files: number('Number of regular files transferred'),
      literal: number('Literal data'),
      bytes: number('Total bytes sent'),
      list: number('File list size'),
    };
  }
}
