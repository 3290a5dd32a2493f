import fs from 'node:fs/promises';
import path from 'node:path';
import { type OpenCatalog, openCatalog } from '../../build/common/catalog.ts';
import { versionOf } from '../../build/common/file-version.ts';
import { inPieces } from '../../build/common/pieces.ts';
import { contentUnavailable } from '../../build/contract/errors.ts';
import { isDigest } from '../../build/contract/json-values.ts';
import { CATALOG, MANIFEST_URL } from '../../build/contract/paths.ts';
import type { SourceId } from '../../build/contract/sources.ts';
import type { StoredCatalog } from '../../build/formats/catalog.ts';
import { SCHEMA_VERSION } from '../../build/formats/catalog-file.ts';
import { CatalogError } from '../../build/formats/catalog-items.ts';
import { Listing } from '../../build/lists/listing.ts';

/** The catalog that lists are answered from. */
export interface Content {
  build: string;
  documents: number;
  schemaVersion: number;
  listings: Readonly<Record<SourceId, Listing<StoredCatalog>>>;
}

export interface ContentOptions {
  dist: string;
  log: { info(message: string): void; error(message: string): void };
}

const CHECK_INTERVAL_MS = 1000;

/** Keeps the catalog of a tree that builds replace. A new one is checked beside the old one, which answers meanwhile. */
export class ContentStore {
  readonly #options: ContentOptions;
  readonly #listeners: (() => void)[] = [];
  #current: { content: Content; catalog: OpenCatalog } | null = null;
  #problem: string | null = null;
  #version: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #opened = 0;
  /** Documents of a catalog that is in use and was not yet logged. */
  #untold: number | null = null;
  #isClosed = false;

  constructor(options: ContentOptions) {
    this.#options = options;
  }

  /** Reads the catalog, and from then on looks for a new one every second. Never throws. */
  async open(): Promise<void> {
    await this.#refresh();
    await this.#tell();
    if (this.#isClosed) return;
    const again = async () => {
      // The manifest's root, which names the build, is published after the catalog; by now it is there.
      await this.#tell();
      await this.#refresh();
      this.#timer?.refresh();
    };
    this.#timer = setTimeout(again, CHECK_INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#current?.catalog.close();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @throws ApiError 503 while there has been no usable catalog */
  get content(): Content {
    if (!this.#current) throw contentUnavailable();
    return this.#current.content;
  }

  /** @throws ApiError 503 while there has been no usable catalog */
  requireContent(): void {
    void this.content;
  }

  /** For `/api/health`: what is wrong with the catalog of the tree, null where nothing is. */
  get problem(): string | null {
    return this.#problem;
  }

  get build(): string {
    return this.#current?.content.build ?? '';
  }

  /** When the served catalog came into use, in milliseconds since the epoch; 0 while there is none. */
  get opened(): number {
    return this.#opened;
  }

  /** Of all sources; none while there has been no usable catalog. */
  get listings(): Listing[] {
    return Object.values(this.#current?.content.listings ?? {});
  }

  get documents(): number {
    return this.#current?.content.documents ?? 0;
  }

  get schemaVersion(): number {
    return this.#current?.content.schemaVersion ?? SCHEMA_VERSION;
  }

  async #refresh(): Promise<void> {
    const file = path.join(this.#options.dist, CATALOG);
    let version: string | null = null;
    try {
      version = versionOf(await fs.stat(file));
      if (version === this.#version) return;
      await this.#take(await openCatalog(file));
      this.#opened = Date.now();
      this.#problem = null;
    } catch (error) {
      // A damaged catalog stays so until it is replaced; anything else may pass.
      if (!(error instanceof CatalogError)) version = null;
      this.#report(describe(error), `${file}: ${(error as Error).message}`);
    }
    this.#version = version;
  }

  async #take(catalog: OpenCatalog): Promise<void> {
    const last = this.#current;
    const listings = await this.#prepare(catalog);
    if (this.#isClosed) return catalog.close();
    const documents = catalog.sources.reduce((sum, { count }) => sum + count, 0);
    const { build, schemaVersion } = catalog;
    this.#current = {
      catalog,
      content: { build, documents, schemaVersion, listings },
    };
    for (const listener of this.#listeners) listener();
    this.#untold = documents;
    // List answers are computed without a pause, so no request is using the old catalog.
    await last?.catalog.close();
  }

  async #tell(): Promise<void> {
    if (this.#untold === null) return;
    const { dist, log } = this.#options;
    const build = await buildOf(dist);
    log.info(
      `Serving ${this.#untold} documents, ${build === null ? 'of no manifest' : `build ${build.slice(0, 12)}`}`,
    );
    this.#untold = null;
  }

  /** Listings that are warmed with what recent answers needed, so that no request waits for it. */
  async #prepare({ sources }: OpenCatalog): Promise<Content['listings']> {
    const listings: Partial<Record<SourceId, Listing<StoredCatalog>>> = {};
    for (const catalog of sources) {
      const { id } = catalog.source;
      const listing = new Listing(catalog);
      await inPieces(listing.prepare(this.#current?.content.listings[id] ?? null));
      listings[id] = listing;
    }
    return listings as Content['listings'];
  }

  /** @param details for the log only: they name files of this machine */
  #report(problem: string, details: string): void {
    if (problem !== this.#problem) this.#options.log.error(`${problem} (${details})`);
    this.#problem = problem;
  }
}

function describe(error: unknown): string {
  const advice = 'Run "npm run build" to make one.';
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `There is no catalog. ${advice}`;
  if (error instanceof CatalogError) return `The catalog ${error.message}. ${advice}`;
  return `The catalog cannot be read. ${advice}`;
}

/** As the root of a tree's manifest tells it; null where it tells none. */
async function buildOf(dist: string): Promise<string | null> {
  try {
    const { build } = JSON.parse(await fs.readFile(path.join(dist, MANIFEST_URL), 'utf8'));
    return isDigest(build) ? build : null;
  } catch {
    return null;
  }
}
