import { CHANGES } from '../../contract/changes.ts';
import { isDated } from '../../contract/levels.ts';
import { REPRESENTATIONS } from '../../contract/paths.ts';
import { SOURCES } from '../../contract/sources.ts';
import { apiVersion, timestamp } from './envelope.ts';
import {
  array,
  boolean,
  count,
  nullable,
  object,
  oneOf,
  type Schema,
  schemaRef,
  string,
  urlReference,
} from './schema.ts';

/** Changes by builds (build/contract/README.md, Changes). */

const digest: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const number: Schema = { type: 'integer', minimum: 1 };
const counts: Schema = object(Object.fromEntries(CHANGES.map(change => [change, count])));

const entry: Schema = object(
  {
    number,
    build: { ...digest, description: 'Identifies the content: that of the root of the manifest.' },
    previous: { ...nullable(digest), description: 'The build before; null where there was none.' },
    published: { type: 'string', format: 'date-time' },
    complete: {
      ...boolean,
      description: 'What was there before is not known: nothing is listed and counted, take the whole.',
    },
    documents: { ...nullable(counts), description: 'How many documents; null where `complete`.' },
    sources: nullable(object(Object.fromEntries(SOURCES.map(({ id }) => [id, counts])))),
    pages: {
      ...nullable(object({ written: count, removed: count })),
      description: 'Precomputed pages that are no documents; they are not listed.',
    },
    editions: {
      ...count,
      description: 'How many titles have moved on to another edition; absent where none has.',
    },
    path: { ...string, description: 'The list in the tree.' },
    url: { ...urlReference, description: 'The list, a ChangedDocument or a ChangedEdition a line.' },
    bytes: { ...count, description: 'Of the list.' },
    sha256: { ...digest, description: 'Of the list.' },
  },
  ['editions'],
);

const changedDocument: Schema = object({
  path: { ...string, description: 'Its JSON in the tree.' },
  url: urlReference,
  identifier: string,
  source: oneOf(SOURCES.map(({ id }) => id)),
  change: oneOf(CHANGES),
  etag: {
    ...nullable(object(Object.fromEntries(Object.keys(REPRESENTATIONS).map(name => [name, string])))),
    description:
      'The ETags of its representations; null where it was removed, and with `since` where its title moved on to another edition behind it.',
  },
});

/** An edition has the fields of usc's; sources without release points have null. */
const changedEdition: Schema = {
  ...object({
    path: { ...string, description: "The title's JSON in the tree." },
    url: urlReference,
    identifier: { ...string, description: 'Those of the documents begin with it and a slash.' },
    source: oneOf(SOURCES.filter(source => !isDated(source)).map(({ id }) => id)),
    change: oneOf(['edition']),
    currency: nullable(string),
    release_point: nullable(string),
    documents: { ...count, description: 'How many documents it stands for.' },
  }),
  description:
    'A title moved on to another edition: these values are those of all its documents that no other item names, and nothing else of them has changed.',
};

const items: Schema = { oneOf: [schemaRef('ChangedDocument'), schemaRef('ChangedEdition')] };

export const CHANGES_SCHEMAS: Readonly<Record<string, Schema>> = {
  Build: entry,
  ChangedDocument: changedDocument,
  ChangedEdition: changedEdition,
  Builds: object({
    data: { ...array(schemaRef('Build')), description: 'The newest first.' },
    meta: object(
      {
        api_version: apiVersion,
        timestamp,
        number: { ...number, description: 'Of the newest build.' },
        build: digest,
        oldest: { ...number, description: 'Of the oldest build that is kept.' },
        feed: {
          ...object({ path: string, bytes: count, sha256: digest }),
          description: 'The same as a feed, in the tree; absent without a site.',
        },
      },
      ['feed'],
    ),
  }),
  Changes: object({
    data: { ...array(items), description: 'In the order of paths, each once.' },
    meta: object({
      api_version: apiVersion,
      timestamp,
      since: { ...count, description: 'The number of the build that the reader has.' },
      number: { ...number, description: 'Of the newest build: where to go on next time.' },
      build: digest,
    }),
  }),
};
