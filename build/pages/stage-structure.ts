import { setImmediate } from 'node:timers/promises';
import type { Body } from '../contract/envelope.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { outlinePath, pathOf, structureLevelPath, structureUrl } from '../contract/paths.ts';
import type { Source } from '../contract/sources.ts';
import { isOfStructure, partOfLevel, partOfOutermost } from '../files/manifest/structure-parts.ts';
import { type Output, StagingWriter } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import type { LevelNode, LevelTree } from '../lists/level-tree.ts';
import { Listing } from '../lists/listing.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { LevelTrees } from './level-trees.ts';
import { levelPage, outermostPage, outlinePage } from './structure.ts';

export interface StructureInput {
  staging: string;
  /** Parts of the manifest with levels that may be other than before; null: all. */
  touched: ReadonlySet<string> | null;
  /** Sources with documents or levels that may be other than before; null: all. */
  changed: ReadonlySet<Source> | null;
  catalogs: readonly SourceCatalog[];
  trees: LevelTrees;
  treeParts: TreeParts;
}

/** Stages the pages of all levels, and their parts of the manifest: one for each title. Titles without changes are kept. */
export async function stageStructure(input: StructureInput): Promise<void> {
  for (const catalog of input.catalogs) {
    if (isKept(input, catalog)) continue;
    const tree = input.trees.of(catalog.source);
    if (tree) await stageSource(input, catalog, tree);
  }
}

/** Keeps all levels of a source in which nothing changed, without making them. @returns false where they have to be made */
function isKept({ changed, treeParts }: StructureInput, { source }: SourceCatalog): boolean {
  if (changed === null || changed.has(source)) return false;
  const { published } = treeParts;
  if (!published.partOf(partOfOutermost(source))) return false;
  const own = [...published.parts].filter(isOfStructure(source));
  for (const part of own) treeParts.keep(part);
  return true;
}

async function stageSource(
  { staging, touched, treeParts }: StructureInput,
  catalog: SourceCatalog,
  { outermost }: LevelTree,
): Promise<void> {
  const { source } = catalog;
  const { published } = treeParts;
  const titles = new Map<string, LevelNode[]>();
  for (const title of outermost) {
    const part = partOfLevel(source, title.identifier);
    titles.set(part, [...(titles.get(part) ?? []), title]);
  }
  const listing = new Listing(catalog);
  const writer = new StagingWriter(staging);
  for (const [part, nodes] of titles) {
    // Titles without documents have the day of the newest document of the source.
    const isEmpty = nodes.some(({ count }) => count === 0);
    if (touched?.has(part) === false && !isEmpty && published.partOf(part)) treeParts.keep(part);
    else treeParts.stage(part, 'pages', pagesBelow(listing, nodes), writer);
    // Other threads make pages meanwhile and wait for this thread.
    await setImmediate();
  }
  const overview = outermostPage(listing, outermost);
  const page = outputOf(pathOf(structureUrl(source)), overview);
  treeParts.stage(partOfOutermost(source), 'pages', [page], writer);
}

const outputOf = (path: string, { json, timestamp }: Body): Output => ({ path, content: json, timestamp });

function* pagesBelow(listing: Listing, nodes: readonly LevelNode[]): Generator<Output> {
  const { source } = listing.catalog;
  for (const node of nodes) {
    yield outputOf(structureLevelPath(source, node.identifier), levelPage(listing, node));
    if (isTitle(source, node))
      yield outputOf(outlinePath(source, node.identifier), outlinePage(listing, node));
    yield* pagesBelow(listing, node.children);
  }
}

/** A level whose title is unknown has no outline. */
const isTitle = (source: Source, { identifier }: LevelNode): boolean =>
  !shorthandOf(source, identifier).includes('/');
