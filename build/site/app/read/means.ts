import type { ComponentChildren, ComponentType } from 'preact';
import type { Document } from '../../../contract/envelope.ts';
import type { PageHead } from '../../../contract/place-head.ts';
import type { SourceId } from '../../../contract/sources.ts';
import type { Crumb } from '../components/breadcrumbs.tsx';
import type { ReadDocument } from './document.ts';
import type { Sanitiser } from './markdown/sanitise.ts';
import type { EventsProps } from './past/events.tsx';
import type { setText } from './set-text.ts';
import type { Setting } from './typeset/typesetter.ts';

export interface ReadProps {
  source: SourceId;
  /** Canonical; whether there is such a document, the API tells. */
  identifier: string;
}

export interface ReaderProps {
  document: ReadDocument;
  /** Set for the text of a day. */
  former?: FormerText;
}

/** What the page of a former text has of its own. */
export interface FormerText {
  /** Of the text in the API. */
  target: string;
  /** The query of the page's address. */
  search: string;
  /** The day, or the name of the version. */
  on: string;
  /** What the citation tells of the day. */
  cited: string;
  banner: ComponentChildren;
}

/**
 * What the views of former texts use of this part. They are loaded by themselves; if they imported it, the bundler would take it out of the
 * part, and each page would load one more file.
 */
export interface Means {
  crumbsOf(document: ReadDocument, identifiers: readonly string[] | null): Crumb[];
  useOwnLevels(document: ReadDocument): readonly string[] | null;
  headingOf(document: ReadDocument): string;
  sanitise: Sanitiser;
  setText: typeof setText;
  settingOf(document: ReadDocument): Setting;
  citationQuery(document: Pick<ReadDocument, 'source' | 'identifier'>): string | null;
  documentHead(document: Pick<Document, 'source' | 'identifier' | 'metadata'>): PageHead;
  documentTarget(source: SourceId, identifier: string): string;
  HistoryFold: ComponentType<EventsProps>;
  NotFound: ComponentType<ReadProps>;
  Reader: ComponentType<ReaderProps>;
}
