import { ecfr } from './sources/ecfr.ts';
import type { RoutedEntry, SourceEntry } from './sources/entry.ts';
import { fr } from './sources/fr.ts';
import { usc } from './sources/usc.ts';

export type {
  CodeCitation,
  FieldType,
  Filter,
  Granularity,
  JournalCitation,
  Precomputed,
} from './sources/entry.ts';

/**
 * The table of sources in the order of lists. `/api/sources` prints it, queries are checked against it, the build and the shim
 * loop over it. A new source is an entry here and one in `build/corpus/sources.ts`, which the compiler demands.
 */
const TABLE = { usc, ecfr, fr };

export type SourceId = keyof typeof TABLE;
export type Source = SourceEntry<SourceId>;
/** The routing rule's view of a source (`routing/small-table.ts`). */
export type RoutedSource = RoutedEntry<SourceId>;

const BY_ID: { readonly [Id in SourceId]: SourceEntry<Id> } = TABLE;

export const SOURCES: readonly Source[] = Object.values(BY_ID);

export const sourceOf = (id: SourceId): Source => BY_ID[id];

/** Returns the source whose namespace a canonical identifier has; undefined for other law. */
export const sourceOfIdentifier = (identifier: string): Source | undefined =>
  SOURCES.find(({ namespace }) => identifier.startsWith(namespace));

/** Returns the values of a source's filter `document_type`. */
export const documentTypesOf = ({ filters }: Source): readonly string[] =>
  filters.find(({ field }) => field === 'document_type')?.values ?? [];

export const DOCUMENT_TYPES: readonly string[] = [...new Set(SOURCES.flatMap(documentTypesOf))];

export interface CfrReference {
  title: number;
  parts: string[];
}

/** A level above a document, from the title down. */
export interface HierarchyLevel {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
}

/** A note to a document; its text is in the body, below its heading. */
export interface NoteTopic {
  topic: string;
  heading: string | null;
}

export type MetadataValue =
  | string
  | number
  | boolean
  | null
  | string[]
  | CfrReference[]
  | HierarchyLevel[]
  | NoteTopic[];
export type Metadata = Record<string, MetadataValue>;
