import { createHash } from 'node:crypto';

/** Longer names are cut, and told apart by what they stand for. */
const LONGEST = 80;

/** Names of files and folders: safe on every system, bounded, and each given once, whatever case a file system knows. */
export class Names {
  readonly #taken = new Set<string>();

  /**
   * @param path segments, such as `chapter-1` and `section-106`
   * @param identity what is the same for the same unit in every edition
   * @returns the path with forward slashes, without an ending
   */
  give(path: readonly string[], identity: string): string {
    const name = path.map(segmentOf).join('/');
    const unique = this.#taken.has(name.toLowerCase()) ? `${name}-${digestOf(identity)}` : name;
    for (let i = 2, key = unique; ; key = `${unique}-${i++}`) {
      if (this.#taken.has(key.toLowerCase())) continue;
      this.#taken.add(key.toLowerCase());
      return key;
    }
  }
}

function segmentOf(text: string): string {
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
