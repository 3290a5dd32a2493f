import { timestampOf } from '../../contract/envelope.ts';
import { isDated, outerLevel } from '../../contract/levels.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import { firstPage } from '../../contract/query.ts';
import type { Filter, Metadata, Source } from '../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../contract/web-path.ts';
import { atom, type FeedEntry, feedAddress, urnOf } from '../../files/atom.ts';
import type { SourceCatalog } from '../../formats/catalog.ts';
import { Listing } from '../../lists/listing.ts';
import type { DatedFile } from '../site-file.ts';

/** Documents in a feed: some days of the Federal Register. */
const NEWEST = 50;

/** Selects documents with a date. The others have no known day. */
const datedFilter = (source: Source): Filter => ({
  param: 'dated',
  field: outerLevel(source).field,
  type: 'boolean',
  match: 'present',
});

/** Feeds of the newest documents, one for each source with dates. @param url see `SiteMaking` */
export const documentFeeds = (catalogs: readonly SourceCatalog[], url: string | null): DatedFile[] =>
  catalogs.filter(({ source }) => isDated(source)).map(catalog => documentFeed(catalog, url));

function documentFeed(catalog: SourceCatalog, url: string | null): DatedFile {
  const { source } = catalog;
  const listing = new Listing(catalog);
  const { ordinals } = listing.page({
    ...firstPage(source, [{ filter: datedFilter(source), value: true }]),
    limit: NEWEST,
  });
  const entries = ordinals.map((ordinal): FeedEntry => {
    const updated = timestampOf(listing.newest([ordinal]));
    return entryOf(catalog, ordinal, updated, url);
  });
  const date = (ordinals.length > 0 ? listing.newest(ordinals) : null) ?? '1970-01-01';
  const content = atom({
    id: urnOf(source.namespace),
    title: `${source.name}: newest documents`,
    author: source.name,
    updated: timestampOf(date),
    self: feedAddress(`/feeds/${source.id}.atom`, url),
    page: feedAddress(webPathOfPlace({ view: 'source', source: source.id }), url),
    entries,
  });
  return { path: `${SITE_FOLDER}/feeds/${source.id}.atom`, content, date };
}

function entryOf(catalog: SourceCatalog, ordinal: number, updated: string, url: string | null): FeedEntry {
  const { source } = catalog;
  const { metadata } = JSON.parse(catalog.item(ordinal)) as { metadata: Metadata };
  const identifier = catalog.identifier(ordinal);
  const text = (field: string): string | null => {
    const value = metadata[field];
    return typeof value === 'string' && value.trim() !== '' ? value.replace(/\s+/g, ' ').trim() : null;
  };
  const kind = text('document_type');
  const about = [kind?.replaceAll('_', ' ') ?? null, text('agency')].filter(value => value !== null);
  return {
    id: urnOf(identifier),
    title: text('display_title') ?? identifier,
    updated,
    published: timestampOf(text(outerLevel(source).field)),
    link: feedAddress(webPathOf({ source: source.id, identifier, metadata }, source), url),
    category: kind,
    summary: about.length > 0 ? about.join(', ') : null,
  };
}
