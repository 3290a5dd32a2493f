import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** The events of an XML file, in its order. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
  /** A processing instruction. */
  instruction(target: string, body: string): void;
}

/** The XML is broken or exceeds a limit; the message has the position. */
export class XmlError extends Error {}

/** Real files nest some 30 deep. */
const DEEPEST = 200;

/**
 * Reads XML in chunks. Strict: ill-formed XML is an error, and so is any entity that XML itself does not know, since document
 * types are never read.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  #depth = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    parser.on('error', error => {
      throw new XmlError(error.message.replace(/^undefined:/, ''));
    });
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw new XmlError(`${this.position}: elements nest deeper than ${DEEPEST}`);
      handler.open(localName(name), attributes as Record<string, string>);
    });
    parser.on('closetag', ({ name }) => {
      this.#depth -= 1;
      handler.close(localName(name));
    });
    parser.on('text', text => handler.text(text));
    parser.on('cdata', text => handler.text(text));
    parser.on('processinginstruction', ({ target, body }) => handler.instruction(target, body));
  }

  /** Line and column, as messages begin. */
  get position(): string {
    return `${this.#parser.line}:${this.#parser.column}`;
  }

  /** @throws XmlError, and what the handler throws */
  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  /** @throws XmlError if the file ends too early */
  end(): void {
    this.#parser.close();
  }
}

const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
