import { type Body, resourceBody, serialisedBody, timestampOf } from '../contract/envelope.ts';
import { documentUrl, structureLevelUrl } from '../contract/paths.ts';
import type { Metadata, Source } from '../contract/sources.ts';
import { columnOf, LEVELS_COLUMN, type SourceCatalog } from '../formats/catalog.ts';
import { documentsOf, type LevelNode, spansOf } from '../lists/level-tree.ts';
import type { Listing } from '../lists/listing.ts';
import { plainText } from '../text/plain.ts';

/** Levels of a source (build/contract/README.md, Levels). */

interface Item {
  identifier: string;
  metadata: Metadata;
}

/** A level in lists of levels. */
const levelItem = (source: Source, { identifier, level, number, name, status, count }: LevelNode) => ({
  ...{ identifier, level, number, name, status },
  document_count: count,
  url: structureLevelUrl(source, identifier),
});

type LevelItem = ReturnType<typeof levelItem>;

/** The listing items of the documents directly in a level, each serialised. */
const itemsOf = (catalog: SourceCatalog, node: LevelNode): string[] =>
  documentsOf(catalog, node).map(ordinal => catalog.item(ordinal));

/** The levels above, outermost first. */
function pathOf({
  above,
}: LevelNode): { identifier: string; level: string; number: string | null; name: string | null }[] {
  if (above === null) return [];
  const { identifier, level, number, name } = above;
  return [...pathOf(above), { identifier, level, number, name }];
}

/** The data of `/api/<source>/structure/<identifier>`. */
export function levelPage(listing: Listing, node: LevelNode): Body {
  const { catalog } = listing;
  const { source } = catalog;
  const { identifier, level, number, name, status, notes } = node;
  const above = {
    ...{ identifier, level, number, name, status },
    path: pathOf(node),
    children: node.children.map(child => levelItem(source, child)),
  };
  const below = {
    document_count: node.count,
    notes: notes === '' ? null : { markdown: notes, text: plainText(notes) },
  };
  const documents = `"documents":[${itemsOf(catalog, node)}]`;
  const data = `${JSON.stringify(above).slice(0, -1)},${documents},${JSON.stringify(below).slice(1)}`;
  return serialisedBody(data, timestampOf(newestIn(listing, node)));
}

/** The same with all that is below a title, for tables of contents: levels in levels, and documents by their names alone. */
export const outlinePage = (listing: Listing, node: LevelNode): Body =>
  resourceBody(
    { path: pathOf(node), ...outlineOf(listing.catalog, node) },
    timestampOf(newestIn(listing, node)),
  );

interface Outline extends LevelItem {
  children: Outline[];
  documents: { identifier: string; display_title: unknown; status: unknown; url: string }[];
}

function outlineOf(catalog: SourceCatalog, node: LevelNode): Outline {
  const { source } = catalog;
  return {
    ...levelItem(source, node),
    children: node.children.map(child => outlineOf(catalog, child)),
    documents: itemsOf(catalog, node).map(item => {
      const { identifier, metadata } = JSON.parse(item) as Item;
      const { display_title, status } = metadata;
      return { identifier, display_title, status, url: documentUrl(source, identifier) };
    }),
  };
}

/** The newest day of the documents in a level, of the levels above where it has none, else of the source. */
function newestIn(listing: Listing, node: LevelNode): string | null {
  const { order } = columnOf(listing.catalog, LEVELS_COLUMN);
  const spans = spansOf(columnOf(listing.catalog, LEVELS_COLUMN), node);
  if (spans.length === 0) return node.above ? newestIn(listing, node.above) : listing.newest([]);
  const days = spans.map(([from, to]) => listing.newest(order.subarray(from, to)) ?? '');
  return days.reduce((a, b) => (a > b ? a : b));
}

/** The data of `/api/<source>/structure`. */
export const outermostPage = (listing: Listing, levels: readonly LevelNode[]): Body =>
  resourceBody(
    levels.map(node => levelItem(listing.catalog.source, node)),
    timestampOf(listing.newest([])),
  );
