import { type Coding, codedEtag } from '../../build/contract/etag.ts';
import { CACHE_CONTROL, type CachePolicy, KEYED_CACHE_CONTROL } from '../../build/contract/headers.ts';

/** Headers as Node's `writeHead` takes them fastest: names and values by turns. */
export type HeaderList = readonly string[];

/** Headers that do not depend on the bytes of an answer. */
interface Fixed {
  ok: HeaderList;
  notModified: HeaderList;
}

/** For requests without a key, and with one. */
export interface FixedHeads {
  contentType: string;
  anyone: Fixed;
  keyed: Fixed;
}

/** @param headers as `fileHeaders` has them */
export function fixedHeads(headers: Readonly<Record<string, string>>, policy: CachePolicy): FixedHeads {
  const { 'content-type': contentType = '', ...others } = headers;
  const fixedWith = (cacheControl: string): Fixed => {
    const notModified = Object.entries({ ...others, 'cache-control': cacheControl }).flat();
    return { notModified, ok: [...notModified, 'content-type', contentType] };
  };
  return {
    contentType,
    anyone: fixedWith(CACHE_CONTROL[policy]),
    keyed: fixedWith(KEYED_CACHE_CONTROL[policy]),
  };
}

/** All headers of an answer that follow from the answer alone. Each list is made once. */
export class AnswerHeads {
  readonly #fixed: FixedHeads;
  readonly #etags: Record<Coding, string>;
  readonly #made = { anyone: new Map<Coding, HeaderList>(), keyed: new Map<Coding, HeaderList>() };

  constructor(fixed: FixedHeads, etag: string) {
    this.#fixed = fixed;
    this.#etags = { identity: etag, gzip: codedEtag(etag, 'gzip'), br: codedEtag(etag, 'br') };
  }

  get contentType(): string {
    return this.#fixed.contentType;
  }

  etag(coding: Coding): string {
    return this.#etags[coding];
  }

  /** @param bytes of the body, always the same for a coding */
  ok(coding: Coding, isKeyed: boolean, bytes: number): HeaderList {
    const reader = isKeyed ? 'keyed' : 'anyone';
    let list = this.#made[reader].get(coding);
    if (!list) {
      const coded = coding === 'identity' ? [] : ['content-encoding', coding];
      const described = ['etag', this.#etags[coding], 'content-length', String(bytes)];
      list = [...this.#fixed[reader].ok, ...described, ...coded];
      this.#made[reader].set(coding, list);
    }
    return list;
  }

  notModified(coding: Coding, isKeyed: boolean): HeaderList {
    const { notModified } = isKeyed ? this.#fixed.keyed : this.#fixed.anyone;
    return [...notModified, 'etag', this.#etags[coding]];
  }
}
