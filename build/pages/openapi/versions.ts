import { DIFF_FORMATS } from '../../contract/diff-request.ts';
import { query, versionName } from './parameters.ts';
import { array, count, object, oneOf, type Schema, schemaRef, string, urlReference } from './schema.ts';
import { versionFacts } from './version-facts.ts';

/** Versions of documents, and their differences. */

/** The value of a field of the metadata. */
const fieldValue: Schema = {
  anyOf: [{ type: ['string', 'number', 'boolean', 'object', 'null'] }, array({ type: ['string', 'object'] })],
};

export const VERSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Version: object({ ...versionFacts, url: urlReference }),
  VersionFacts: object(versionFacts),
  Differences: object({
    identifier: string,
    from: schemaRef('VersionFacts'),
    to: schemaRef('VersionFacts'),
    body: {
      ...array(array(string)),
      description:
        'Pairs of an operation and a text. The texts of `=` and `-` are the old body, those of `=` and `+` the new one.',
    },
    moved: array(
      object({
        from_label: { ...string, description: 'Such as `(c)`; empty for none.' },
        to_label: string,
        from_start: { ...count, description: 'Where the paragraph begins, in code points.' },
        to_start: count,
      }),
    ),
    metadata: array(object({ field: string, from: fieldValue, to: fieldValue })),
  }),
};

export const diffQuery = (): Record<string, Schema> => ({
  from: { ...versionName('from', 'The day of the old text, or the name of a version.'), required: true },
  to: versionName('to', 'The day of the new text; by default today.'),
  format: query(
    'format',
    oneOf(DIFF_FORMATS),
    '`markdown` marks deletions `{--so--}` and insertions `{++so++}`; `html` is a page.',
  ),
});
