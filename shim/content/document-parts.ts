/** What a document's JSON is made of: a long body, and the rest. */
export interface DocumentParts {
  /** The JSON with an empty text in the place of the body. */
  rest: string;
  /** Where the body stands in the file, quotes included; null where there is none. */
  body: { start: number; end: number } | null;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENING, CLOSING] = [new Set([0x7b, 0x5b]), new Set([0x7d, 0x5d])];
/** `{"data":{"body":` */
const BODY_DEPTH = 2;
const BODY_KEY = 'body"';

/**
 * Finds the body in a document's JSON that comes in chunks, so that nobody has to hold the whole or to parse it: a projection needs
 * the rest alone, and the body's bytes as they stand in the file.
 */
export class PartsFinder {
  readonly #rest: Buffer[] = [];
  #body: { start: number; end: number } | null = null;
  /** Of the chunk that comes next, in the file. */
  #at = 0;
  #depth = 0;
  #isInString = false;
  #isInBody = false;
  /** Backslashes in a row at the end of the last chunk. */
  #slashes = 0;
  #isKeyNext = true;
  #isKey = false;
  /** The last key of the body's depth, with its closing quote; its beginning, where it is long. */
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
        this.#key += chunk.toString('latin1', i, Math.min(end, i + BODY_KEY.length + 1));
      i = end;
      this.#isInString = found === null;
      if (!this.#isInBody) continue;
      // The rest goes on with the closing quote.
      kept = found === null ? end : end - 1;
      if (found !== null && this.#body) this.#body.end = this.#at + end;
      this.#isInBody = found === null;
    }
    this.#rest.push(Buffer.from(chunk.subarray(kept)));
    this.#at += chunk.length;
  }

  /** When all chunks have come. */
  parts(): DocumentParts {
    return { rest: Buffer.concat(this.#rest).toString(), body: this.#body };
  }

  /** Outside of texts. */
  #read(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#slashes = 0;
      this.#isKey = this.#isKeyNext && this.#depth === BODY_DEPTH;
      if (this.#isKey) this.#key = '';
    } else if (OPENING.has(byte)) {
      this.#depth++;
      this.#isKeyNext = true;
    } else if (CLOSING.has(byte)) this.#depth--;
    else if (byte === COMMA) this.#isKeyNext = true;
    else if (byte === COLON) this.#isKeyNext = false;
  }

  /** Whether the text that begins here is the body. */
  #isBody(): boolean {
    return !this.#isKey && this.#body === null && this.#depth === BODY_DEPTH && this.#key === BODY_KEY;
  }

  /** Behind its closing quote, which has an even number of backslashes before it; null where that is not in this chunk. */
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
