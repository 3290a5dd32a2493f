import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type Coding, codedEtag } from '../../build/contract/etag.ts';
import {
  CACHE_CONTROL,
  type CachePolicy,
  COMMON_HEADERS,
  hasRanges,
  KEYED_CACHE_CONTROL,
  pageHeaders,
  VARY,
} from '../../build/contract/headers.ts';
import { contentTypeOf } from '../../build/contract/paths.ts';

/** Headers as Node's `writeHead` takes them fastest: names and values by turns. */
export type HeaderList = readonly string[];

/** Requests without a key, and with one. */
type Asker = 'anyone' | 'keyed';

/** Headers that do not depend on the bytes of an answer. */
export interface FixedHeads extends Readonly<Record<Asker, HeaderList>> {
  contentType: string;
}

/** @param path of a file of the tree, which tells the type and the tags */
export function fixedHeads(path: string, policy: CachePolicy): FixedHeads {
  const ranges = hasRanges(policy) ? { 'accept-ranges': 'bytes' } : {};
  const headersWith = (cacheControl: string): HeaderList => {
    const caching = { vary: VARY[policy], ...ranges, 'cache-control': cacheControl };
    const headers = { ...COMMON_HEADERS, ...pageHeaders(path), ...caching, ...cacheTagHeaders(path) };
    return Object.entries(headers).flat();
  };
  return {
    contentType: contentTypeOf(path),
    anyone: headersWith(CACHE_CONTROL[policy]),
    keyed: headersWith(KEYED_CACHE_CONTROL[policy]),
  };
}

type MadeHeads = Partial<Record<Coding, HeaderList>>;

/** All headers that follow from an answer alone, as its file or list gives them. Each list is made once. */
export class AnswerHeads {
  readonly #fixed: FixedHeads;
  readonly #etag: string;
  readonly #coded: Partial<Record<Coding, string>> = {};
  readonly #whole: Record<Asker, MadeHeads> = { anyone: {}, keyed: {} };
  readonly #notModified: Record<Asker, MadeHeads> = { anyone: {}, keyed: {} };

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

  /** Of a whole answer. @param bytes of the body in this coding */
  ok(coding: Coding, isKeyed: boolean, bytes: number): HeaderList {
    const made = this.#whole[askerOf(isKeyed)];
    made[coding] ??= [...this.notModified(coding, isKeyed), ...this.#described(coding, bytes)];
    return made[coding];
  }

  notModified(coding: Coding, isKeyed: boolean): HeaderList {
    const asker = askerOf(isKeyed);
    const made = this.#notModified[asker];
    made[coding] ??= [...this.#fixed[asker], 'etag', this.etag(coding)];
    return made[coding];
  }

  #described(coding: Coding, bytes: number): HeaderList {
    const coded = coding === 'identity' ? [] : ['content-encoding', coding];
    return ['content-type', this.contentType, ...coded, 'content-length', String(bytes)];
  }
}

const askerOf = (isKeyed: boolean): Asker => (isKeyed ? 'keyed' : 'anyone');
