import * as assert from 'uvu/assert';
import type { Remarks } from '../../build/contract/envelope.ts';
import { readParams } from '../../build/contract/params.ts';
import { type FacetName, parseSearchQuery, type SearchHit } from '../../build/contract/search.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { listTree } from '../../build/search/documents/tree-documents.ts';
import { createSearchService, type SearchService } from '../../shim/search/service.ts';
import { validator } from '../helpers/openapi.ts';
import type { ListDocuments, Subject } from './subject.ts';

/** A response body of `/api/search`. */
export interface SearchBody {
  data: { hits: SearchHit[]; query: string; processing_time_ms: number; estimated_total_hits: number };
  facets: Partial<Record<FacetName, Record<string, number>>>;
  meta: { api_version: string; timestamp: string } & Remarks;
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

export type Parameters = Record<string, string | number | boolean>;

/** What a search may take while the machine is busy with something else. */
const PATIENCE = 60_000;

const assertValid = validator();

/** Searches a tree through an engine, and knows what is in the tree. */
export class SearchClient {
  readonly documents: readonly SearchDocument[];
  readonly #byIdentifier: ReadonlyMap<string, SearchDocument>;
  readonly #service: SearchService;

  private constructor(documents: readonly SearchDocument[], service: SearchService) {
    this.documents = documents;
    this.#byIdentifier = new Map(documents.map(document => [document.identifier, document]));
    this.#service = service;
  }

  static async open(subject: Subject, tree: string, list?: ListDocuments): Promise<SearchClient> {
    const documents: SearchDocument[] = [];
    for await (const document of (list ?? listTree)(tree)) documents.push(document.read());
    const service = createSearchService({
      engine: await subject.open(tree, list),
      buildId: () => 'test',
      now: Date.now,
      timeLimit: PATIENCE,
      onFailure: ({ kind, message }) => console.error(`${subject.name} ${kind}: ${message}`),
    });
    return new SearchClient(documents, service);
  }

  close = (): Promise<void> => this.#service.close();

  /** A response, valid by the API's description. */
  async search(q: string, parameters: Parameters = {}): Promise<SearchBody> {
    const pairs = Object.entries({ q, ...parameters });
    const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const { json } = await this.#service.answer(parseSearchQuery(readParams(query)), {
      client: '',
      onLeft: () => undefined,
    });
    assertValid(`/api/search?${query}`, 200, 'application/json', json);
    return JSON.parse(json);
  }

  /** Identifiers of all hits, over all pages. */
  async all(q: string, parameters: Parameters = {}): Promise<string[]> {
    const found: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const { data, pagination } = await this.search(q, {
        highlight: false,
        ...parameters,
        limit: 100,
        offset,
      });
      found.push(...data.hits.map(({ identifier }) => identifier));
      if (!pagination.has_more) return found;
    }
  }

  document(identifier: string): SearchDocument {
    const document = this.#byIdentifier.get(identifier);
    assert.ok(document, `${identifier} is not in the tree`);
    return document;
  }
}
