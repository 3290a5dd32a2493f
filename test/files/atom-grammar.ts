import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';

/** RFC 4287, as far as our feeds go: stricter than its own grammar, which lets more be left out. */
const grammar = XmlDocument.fromString(readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8'));
const validator = RelaxNGValidator.fromDoc(grammar);

/** @throws where it is no feed */
export function assertFeed(xml: string): XmlDocument {
  const document = XmlDocument.fromString(xml);
  validator.validate(document);
  return document;
}
