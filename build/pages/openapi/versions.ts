import { EVENT_KINDS } from '../../contract/credit-events.ts';
import { DIFF_FORMATS } from '../../contract/diff-request.ts';
import { LEVEL_CHANGES } from '../../contract/level-changes.ts';
import { AMENDED } from '../../contract/version.ts';
import { query, versionName } from './parameters.ts';
import {
  array,
  boolean,
  count,
  date,
  nullable,
  object,
  oneOf,
  type Schema,
  schemaRef,
  string,
  urlReference,
} from './schema.ts';
import { versionFacts } from './version-facts.ts';

/** Versions of documents, and their differences. */

const textDigest: Schema = {
  ...{ type: 'string', pattern: '^[0-9a-f]{16}$' },
  description: 'Identifies the text in the archive, where former versions have no files.',
};

/** The value of a field of the metadata. */
const fieldValue: Schema = {
  anyOf: [{ type: ['string', 'number', 'boolean', 'object', 'null'] }, array({ type: ['string', 'object'] })],
};

const change: Schema = object({
  change: oneOf(LEVEL_CHANGES),
  amended: {
    ...nullable(oneOf(AMENDED)),
    description: 'Whether its own words are amended, or only its credits and notes; null for other changes.',
  },
  ...{ identifier: string, display_title: string },
  date: { ...date, description: 'The day of the first edition with the change.' },
  from_version: {
    ...nullable(date),
    description: 'The day with which the text before begins; null where there is none.',
  },
  to_version: nullable(date),
  was: { ...nullable(string), description: 'The former identifier of a renumbered document.' },
  diff_url: nullable(urlReference),
});

const event: Schema = object({
  date: { ...nullable(date), description: 'Null where nothing tells it.' },
  kind: oneOf(EVENT_KINDS),
  law: { ...nullable(string), description: 'A public law, or a page of the Statutes at Large.' },
  document: { ...nullable(string), description: 'A document of the Federal Register.' },
  citation: { ...string, description: 'The words that tell of it.' },
  identifier: {
    ...string,
    description:
      'What it is an event of: the document, or the part or subpart that the document of the Federal Register amends or names.',
  },
  in_archive: {
    ...boolean,
    description: 'Whether a version that is held begins on that day, or is the next after it.',
  },
});

const documentRows: Schema = {
  ...array(array({ anyOf: [string, array({ type: ['string', 'integer'] })] })),
  description:
    'A document a row: its identifier, then its times in order: the day, the display title, the status, the index of its levels, and the former identifier of a renumbered document, or `notes` where only credits and notes are new. A day alone: the document did not exist from then on.',
};

const titleHistory: Schema = object(
  {
    from: { ...date, description: 'The day of the first edition of which all texts are held.' },
    to: { ...date, description: 'The day of the last one that changed anything.' },
    doubles: {
      ...array(array(string)),
      description:
        'Levels with the number of another one, for builds: a mark of the name, and the identifier.',
    },
    levels: { ...array(array(string)), description: 'The levels above documents, each from the title down.' },
    changed: documentRows,
    places: {
      ...array(count),
      description: 'Of each document in `changed`, how many of `constant` come before it in the law.',
    },
    constant: documentRows,
  },
  ['doubles'],
);

const levelChanges: Schema = object({
  identifier: string,
  ...{ from: date, to: date },
  known: {
    ...object({ from: nullable(date), to: nullable(date) }),
    description:
      'The days of the first edition of which all texts are held, and of the last that changed anything in the title; null where no editions are held.',
  },
  counts: object(Object.fromEntries(LEVEL_CHANGES.map(kind => [kind, count]))),
  changes: array(change),
});

export const VERSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Version: object(
    {
      ...versionFacts,
      amended: {
        ...nullable(oneOf(AMENDED)),
        description:
          'What is amended beside the version before: the own words of the document, or only its credits and notes; null where both read alike, and for the first.',
      },
      text_digest: textDigest,
      url: urlReference,
    },
    ['text_digest'],
  ),
  VersionFacts: object(versionFacts),
  LevelChanges: levelChanges,
  Event: event,
  TitleHistory: titleHistory,
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
        from_label: { ...string, description: 'Such as `(c)` or `iv.`; empty for none.' },
        to_label: string,
        from_start: { ...count, description: 'Where the paragraph begins, in code points.' },
        to_start: count,
      }),
    ),
    metadata: array(object({ field: string, from: fieldValue, to: fieldValue })),
  }),
};

const day = (name: string, description: string): Schema =>
  query(name, { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', example: '2024-06-30' }, description);

export const levelChangesQuery = (): Record<string, Schema> => ({
  from: { ...day('from', 'Changes after this day.'), required: true },
  to: day('to', 'Changes until this day; by default today.'),
});

export const diffQuery = (): Record<string, Schema> => ({
  from: { ...versionName('from', 'The day of the old text, or the name of a version.'), required: true },
  to: versionName('to', 'The day of the new text; by default today.'),
  format: query(
    'format',
    oneOf(DIFF_FORMATS),
    '`markdown` marks deletions `{--so--}` and insertions `{++so++}`; `html` is a page.',
  ),
});
