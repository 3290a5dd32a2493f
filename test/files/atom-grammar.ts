import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { XmlDocument } from 'libxml2-wasm';

/** RFC 4287, as far as our feeds go: stricter than its own grammar, which lets more be left out. */
const GRAMMAR = readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8');

/** @throws where it is no feed */
export async function assertFeed(xml: string): Promise<XmlDocument> {
  // It is there only when its WebAssembly is.
  const { RelaxNGValidator, XmlDocument } = await import('libxml2-wasm');
  const document = XmlDocument.fromString(xml);
  RelaxNGValidator.fromDoc(XmlDocument.fromString(GRAMMAR)).validate(document);
  return document;
}
