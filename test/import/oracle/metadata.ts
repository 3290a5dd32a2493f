import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { cfrMetadata } from './metadata-cfr.ts';
import { frMetadata } from './metadata-fr.ts';
import { uscMetadata } from './metadata-usc.ts';
import type { Schema } from './schemas.ts';
import type { Element } from './tree.ts';
import type { Pair } from './units.ts';

/** Fields of a unit in a file, with the values that its document must have. */
export type Fields = Readonly<Record<string, unknown>>;

/** Facts of a file besides its text. */
export interface Known {
  /** The day in the record beside the file, or in its name; null without either. */
  day: string | null;
}

const BY_SOURCE = { usc: uscMetadata, ecfr: cfrMetadata, fr: frMetadata };

/** Compares each document's metadata, field by field, with the XML. */
export function compareMetadata(
  root: Element,
  pairs: readonly Pair[],
  schema: Schema,
  known: Known,
  dataOf: (document: CorpusFile) => Readonly<Record<string, unknown>> = ({ data }) => data,
): Findings {
  const findings = new Findings();
  const fieldsOf = BY_SOURCE[schema.source](root, schema, known);
  for (const { unit, key, document } of pairs) {
    if (!document) continue;
    const data = dataOf(document);
    for (const [field, expected] of Object.entries(fieldsOf(unit)))
      findings.expect(key, field, data[field], expected);
  }
  return findings;
}
