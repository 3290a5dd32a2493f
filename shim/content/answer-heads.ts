import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type Coding, codedEtag } from '../../build/contract/etag.ts';
import {
  CACHE_CONTROL,
  type CachePolicy,
  hasRanges,
  KEYED_CACHE_CONTROL,
  pageHeaders,
  VARY,
} from '../../build/contract/headers.ts';
import { contentTypeOf } from '../../build/contract/paths.ts';

/** Headers as Node's `writeHead` takes them fastest: names and values by turns. */
export type HeaderList = readonly string[];

/** Headers that do not depend on the bytes of an answer, for requests without a key and with one. */
export interface FixedHeads {
  contentType: string;
  anyone: HeaderList;
  keyed: HeaderList;
}

/** @param path of a file of the tree, which tells the type and the tags */
export function fixedHeads(path: string, policy: CachePolicy): FixedHeads {
  const ranges = hasRanges(policy) ? { 'accept-ranges': 'bytes' } : {};
  const headersWith = (cacheControl: string): HeaderList => {
    const caching = { vary: VARY[policy], ...ranges, 'cache-control': cacheControl };
    return Object.entries({ ...pageHeaders(path), ...caching, ...cacheTagHeaders(path) }).flat();
  };
  return {
    contentType: contentTypeOf(path),
    anyone: headersWith(CACHE_CONTROL[policy]),
    keyed: headersWith(KEYED_CACHE_CONTROL[policy]),
  };
}

/** All headers that follow from an answer alone, as its file or list gives them. */
export class AnswerHeads {
  readonly #fixed: FixedHeads;
  readonly #etag: string;
  readonly #coded: Partial<Record<Coding, string>> = {};
  readonly #made: Record<'anyone' | 'keyed', Partial<Record<Coding, HeaderList>>> = { anyone: {}, keyed: {} };

  constructor(fixed: FixedHeads, etag: string) {
    this.#fixed = fixed;
    this.#etag = etag;
  }

  get contentType(): string {
    return this.#fixed.contentType;
  }

  etag(coding: Coding): string {
    if (coding === 'identity') return this.#etag;
    this.#coded[coding] ??= codedEtag(this.#etag, coding);
    return this.#coded[coding];
  }

  /** Of a whole answer; made once for each coding. @param bytes of the body in this coding */
  ok(coding: Coding, isKeyed: boolean, bytes: number): HeaderList {
    const made = isKeyed ? this.#made.keyed : this.#made.anyone;
    let list = made[coding];
    if (!list) {
      const coded = coding === 'identity' ? [] : ['content-encoding', coding];
      const described = ['content-type', this.contentType, ...coded, 'content-length', String(bytes)];
      list = [...this.notModified(coding, isKeyed), ...described];
      made[coding] = list;
    }
    return list;
  }

  notModified(coding: Coding, isKeyed: boolean): HeaderList {
    const fixed = isKeyed ? this.#fixed.keyed : this.#fixed.anyone;
    return [...fixed, 'etag', this.etag(coding)];
  }
}
