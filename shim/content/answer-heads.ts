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
import { checkedLines, headerLines } from '../http/prepared-response.ts';

/** Requests without a key, and with one. */
type Asker = 'anyone' | 'keyed';

/** Lines of headers that do not depend on the bytes of an answer. */
export interface FixedHeads extends Readonly<Record<Asker, string>> {
  contentType: string;
}

/**
 * @param path of a file of the tree, which tells the type and the tags
 * @param isRanged whether parts of the answer can be asked for; by default where the policy says so
 */
export function fixedHeads(path: string, policy: CachePolicy, isRanged = hasRanges(policy)): FixedHeads {
  const ranges = isRanged ? { 'accept-ranges': 'bytes' } : {};
  const linesWith = (cacheControl: string): string => {
    const caching = { vary: VARY[policy], ...ranges, 'cache-control': cacheControl };
    return checkedLines({ ...COMMON_HEADERS, ...pageHeaders(path), ...caching, ...cacheTagHeaders(path) });
  };
  return {
    contentType: contentTypeOf(path),
    anyone: linesWith(CACHE_CONTROL[policy]),
    keyed: linesWith(KEYED_CACHE_CONTROL[policy]),
  };
}

type MadeHeads = Partial<Record<Coding, string>>;

/** Lines of all headers that follow from an answer alone, as its file or list gives them, but for its length. They are made once. */
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

  /** Of a whole answer. */
  ok(coding: Coding, isKeyed: boolean): string {
    const made = this.#whole[askerOf(isKeyed)];
    made[coding] ??= this.notModified(coding, isKeyed) + this.#described(coding);
    return made[coding];
  }

  notModified(coding: Coding, isKeyed: boolean): string {
    const asker = askerOf(isKeyed);
    const made = this.#notModified[asker];
    made[coding] ??= this.#fixed[asker] + headerLines(['etag', this.etag(coding)]);
    return made[coding];
  }

  #described(coding: Coding): string {
    const coded = coding === 'identity' ? [] : ['content-encoding', coding];
    return headerLines(['content-type', this.contentType, ...coded]);
  }
}

const askerOf = (isKeyed: boolean): Asker => (isKeyed ? 'keyed' : 'anyone');
