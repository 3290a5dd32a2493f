import { createHash } from 'node:crypto';
import { detached } from '../xml/detached.ts';

/** Longer names are cut, and made unique by a hash of their identity. */
const LONGEST = 80;

/** Names of files and folders: safe on every system, bounded, and given once, also on file systems that ignore case. */
export class Names {
  readonly #taken = new Set<string>();
  /** Safe names of folders, which most files share with others. */
  readonly #folders = new Map<string, string>();

  /**
   * @param path segments, such as `chapter-1` and `section-106`
   * @param identity equal for the same unit in every edition
   * @returns the path with forward slashes, without extension
   */
  give(path: readonly string[], identity: string): string {
    // A joined name is a new string, which keeps no text of the file in memory.
    const name = path
      .map((segment, i) => (i < path.length - 1 ? this.#folderOf(segment) : segmentOf(segment)))
      .join('/');
    const unique = this.#taken.has(name.toLowerCase()) ? `${name}-${digestOf(identity)}` : name;
    for (let i = 2, key = unique; ; key = `${unique}-${i++}`) {
      if (this.#taken.has(key.toLowerCase())) continue;
      this.#taken.add(key.toLowerCase());
      return key;
    }
  }

  #folderOf(segment: string): string {
    const known = this.#folders.get(segment);
    if (known !== undefined) return known;
    const name = segmentOf(segment);
    this.#folders.set(detached(segment), name);
    return name;
  }
}

/** Most segments match this and stay unchanged. */
const SAFE = /^[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-))*$/;

function segmentOf(text: string): string {
  if (text.length <= LONGEST && SAFE.test(text) && !/[-.]$/.test(text)) return padded(text);
  const name = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  if (name === '') return digestOf(text);
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}-${digestOf(text)}` : padded(name);
}

/** Pads numbers, so that `chapter-1` sorts before `chapter-10`. */
const padded = (name: string): string => name.replace(/^(chapter|title)-(\d)(?!\d)/, '$1-0$2');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
