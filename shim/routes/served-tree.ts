import type { SearchEngine } from '../../build/search/engine.ts';
import { ContentStore } from '../content/catalog-store.ts';
import { FormerVersions } from '../content/former-versions.ts';
import { TreeFiles } from '../content/tree-files.ts';
import { type WholeFiles, wholeFiles } from '../content/whole-files.ts';
import { identifierOfAlias } from '../search/aliases.ts';
import { SEARCH_TIME_LIMIT } from '../search/configure.ts';
import { createSearchService, type SearchResult, type SearchService } from '../search/service.ts';
import { similarAgencies } from '../search/similar-agencies.ts';
import { Citations } from './citations.ts';
import { Diffs } from './diffs.ts';
import { LookUps } from './look-ups.ts';
import { FileAnswers } from './made-of-files.ts';

export interface ServedTree {
  files: TreeFiles;
  store: ContentStore;
  lookUps: LookUps;
  search: SearchService;
  citations: Citations;
  diffs: Diffs;
  fileAnswers: FileAnswers;
  /** Reads whole files of the tree. */
  wholes: WholeFiles;
  engine: SearchEngine;
  /** Reads the catalog, and follows the tree from then on. Never throws. */
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface ServedTreeOptions {
  /** The tree, which may be missing, or replaced at any time. */
  dist: string;
  /** The archive with former versions that the tree does not have; absent: there is none. */
  archive?: string | null | undefined;
  /** Closed with the tree. */
  engine: SearchEngine;
  /** For each search, in milliseconds. */
  timeLimit?: number | undefined;
  /** Called for every search that an engine answered or refused. */
  onSearched?: ((engine: string, result: SearchResult, seconds: number) => void) | undefined;
  log: { info(message: string): void; warn(message: string): void; error(message: string): void };
}

export function serveTree(options: ServedTreeOptions): ServedTree {
  const { dist, archive = null, engine, timeLimit = SEARCH_TIME_LIMIT, log, onSearched } = options;
  const store = new ContentStore({ dist, log });
  const former = archive === null ? null : new FormerVersions(archive, message => log.warn(message));
  const files = new TreeFiles(dist, { former });
  const wholes = wholeFiles(files);
  const search = createSearchService({
    engine,
    buildId: () => store.build,
    listings: () => store.listings,
    suggest: query => similarAgencies(store.listings, query),
    resolveAlias: identifier => identifierOfAlias(files, identifier),
    now: Date.now,
    timeLimit,
    onFailure: ({ kind, message }) => log.warn(`Search with ${engine.name} is ${kind}: ${message}`),
    onSearched: onSearched && ((result, seconds) => onSearched(engine.name, result, seconds)),
  });
  const diffs = new Diffs(store, wholes);
  store.onChange(() => files.clear());
  return {
    files,
    store,
    lookUps: new LookUps(files, store),
    search,
    citations: new Citations(files, store),
    diffs,
    fileAnswers: new FileAnswers(store, wholes),
    wholes,
    engine,
    open: () => store.open(),
    async close() {
      await Promise.all([store.close(), search.close(), former?.close(), diffs.close()]);
    },
  };
}
