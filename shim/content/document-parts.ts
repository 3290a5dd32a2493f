/** A document's JSON in two parts: a long body, and the rest. */
export interface DocumentParts {
  rest: string;
  /** The place of the body in the file, quotes included; null where there is none. */
  body: { start: number; end: number } | null;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENING, CLOSING] = [new Set([0x7b, 0x5b]), new Set([0x7d, 0x5d])];
/** `{"data":{"body":` */
const BODY_DEPTH = 2;
const BODY_KEY = 'body"';

/** Finds the body in chunks of a document's JSON, without holding or parsing the whole. */
export class PartsFinder {
  readonly #rest: Buffer[] = [];
  #body: { start: number; end: number } | null = null;
  #at = 0;
  #depth = 0;
  #isInString = false;
  #isInBody = false;
  /** Backslashes in a row at the end of the last chunk. */
  #slashes = 0;
  #isKeyNext = true;
  #isKey = false;
  /** The last key, with its closing quote; only the beginning of a long key. */
  #key = '';

  push(chunk: Buffer): void {
    let kept = 0;
    for (let i = 0; i < chunk.length; ) {
      if (!this.#isInString) {
        this.#read(chunk[i] as number);
        i++;
        if (!this.#isInString || !this.#isBody()) continue;
        this.#isInBody = true;
        this.#body = { start: this.#at + i - 1, end: 0 };
        this.#rest.push(Buffer.from(chunk.subarray(kept, i)));
        kept = i;
        continue;
      }
      const found = this.#endOfString(chunk, i);
      const end = found ?? chunk.length;
      if (this.#isKey && this.#key.length < BODY_KEY.length)
        this.#key += chunk.toString('latin1', i, Math.min(end, i + BODY_KEY.length));
      i = end;
      this.#isInString = found === null;
      if (!this.#isInBody) continue;
      // The rest continues with the closing quote.
      kept = found === null ? end : end - 1;
      if (found !== null && this.#body) this.#body.end = this.#at + end;
      this.#isInBody = found === null;
    }
    this.#rest.push(Buffer.from(chunk.subarray(kept)));
    this.#at += chunk.length;
  }

  parts(): DocumentParts {
    return { rest: Buffer.concat(this.#rest).toString(), body: this.#body };
  }

  #read(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#slashes = 0;
      this.#isKey = this.#isKeyNext;
      if (this.#isKey) this.#key = '';
    } else if (OPENING.has(byte)) {
      this.#depth++;
      this.#isKeyNext = true;
    } else if (CLOSING.has(byte)) this.#depth--;
    else if (byte === COMMA) this.#isKeyNext = true;
    else if (byte === COLON) this.#isKeyNext = false;
  }

  #isBody(): boolean {
    return !this.#isKey && this.#depth === BODY_DEPTH && this.#key === BODY_KEY;
  }

  /** The place after the closing quote, which has an even number of backslashes before it; null where it is not in this chunk. */
  #endOfString(chunk: Buffer, start: number): number | null {
    for (let from = start; ; ) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote === -1 ? chunk.length : quote;
      let first = end;
      while (first > start && chunk[first - 1] === BACKSLASH) first--;
      const slashes = end - first + (first === start ? this.#slashes : 0);
      if (quote === -1) {
        this.#slashes = slashes;
        return null;
      }
      if (slashes % 2 === 0) return quote + 1;
      from = quote + 1;
    }
  }
}

export function partsOf(json: Buffer): DocumentParts {
  const finder = new PartsFinder();
  finder.push(json);
  return finder.parts();
}
