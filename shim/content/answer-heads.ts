import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { type Coding, codedEtag } from '../../build/contract/etag.ts';
import {
  CACHE_CONTROL,
  COMMON_HEADERS,
  hasRanges,
  KEYED_CACHE_CONTROL,
  pageHeaders,
  policyOfFile,
  VARY,
} from '../../build/contract/headers.ts';
import { contentTypeOf } from '../../build/contract/paths.ts';
import { checkedLines, headerLines } from '../http/prepared-response.ts';

/** Requests without a key, and with one. */
type Asker = 'anyone' | 'keyed';

/** Lines of headers that do not depend on the bytes of an answer. They are made when they are first sent: most answers are sent once. */
export class FixedHeads {
  readonly contentType: string;
  readonly #path: string;
  readonly #isRanged: boolean;
  readonly #lines: Partial<Record<Asker, string>> = {};

  /**
   * @param path of a file of the tree, which tells the type, the policy and the tags
   * @param isRanged false: no part of the answer can be asked for, whatever the policy says
   */
  constructor(path: string, { isRanged = true } = {}) {
    this.contentType = contentTypeOf(path);
    this.#path = path;
    this.#isRanged = isRanged;
  }

  lines(asker: Asker): string {
    this.#lines[asker] ??= this.#make(asker);
    return this.#lines[asker];
  }

  #make(asker: Asker): string {
    const policy = policyOfFile(this.#path);
    const cacheControl = (asker === 'keyed' ? KEYED_CACHE_CONTROL : CACHE_CONTROL)[policy];
    const ranges = this.#isRanged && hasRanges(policy) ? { 'accept-ranges': 'bytes' } : {};
    const caching = { vary: VARY[policy], ...ranges, 'cache-control': cacheControl };
    const ofPath = { ...pageHeaders(this.#path), ...caching, ...cacheTagHeaders(this.#path) };
    return checkedLines({ ...COMMON_HEADERS, ...ofPath });
  }
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
    made[coding] ??= this.#fixed.lines(asker) + headerLines(['etag', this.etag(coding)]);
    return made[coding];
  }

  #described(coding: Coding): string {
    const coded = coding === 'identity' ? [] : ['content-encoding', coding];
    return headerLines(['content-type', this.contentType, ...coded]);
  }
}

const askerOf = (isKeyed: boolean): Asker => (isKeyed ? 'keyed' : 'anyone');
