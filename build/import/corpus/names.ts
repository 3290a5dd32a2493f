import { createHash } from 'node:crypto';
import { detached } from '../xml/detached.ts';

/** Longer names are cut, and told apart by what they stand for. */
const LONGEST = 80;

/** Names of files and folders: safe on every system, bounded, and each given once, whatever case a file system knows. */
export class Names {
  readonly #taken = new Set<string>();
  /** Safe names of folders, which most files share with others. */
  readonly #folders = new Map<string, string>();

  /**
   * @param path segments, such as `chapter-1` and `section-106`
   * @param identity what is the same for the same unit in every edition
   * @returns the path with forward slashes, without an ending
   */
  give(path: readonly string[], identity: string): string {
    // Joined, a name is a string by itself, and keeps no text of the file in memory.
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

/** What most segments are: nothing of them changes. */
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

/** `chapter-1` stands before `chapter-10` where names are sorted. */
const padded = (name: string): string => name.replace(/^(chapter|title)-(\d)(?!\d)/, '$1-0$2');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
