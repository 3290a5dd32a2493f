import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { citedText } from '../../build/contract/citations/request.ts';
import { type CitedCorpus, resolveCitations } from '../../build/contract/citations/resolve.ts';
import { writtenCitations } from '../../build/contract/citations/written.ts';
import { resourceBody, timestampOf } from '../../build/contract/envelope.ts';
import { readParams } from '../../build/contract/params.ts';
import { citationsUrl } from '../../build/contract/paths.ts';
import { readTarget } from '../../build/contract/routing/target.ts';
import { citedDocuments } from '../../build/lists/cited-documents.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import { OneAtATime } from '../content/one-at-a-time.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import { identifierOfAlias } from '../search/aliases.ts';
import type { Handler } from './endpoint.ts';
import { sendJson } from './respond.ts';

const TAGS = cacheTagHeaders(citationsUrl.slice(1));

/** Answers may wait for so many others. A text takes about a millisecond, so the last one waits a tenth of a second. */
const MOST_WAITING = 60;

/** Look-ups in the tree for one answer; each takes a tenth of a millisecond. */
const MOST_ALIASES = 8;

/** Tells what the citations in a text mean (build/contract/README.md, Citations in a text). */
export class Citations {
  readonly #files: TreeFiles;
  readonly #store: ContentStore;
  readonly #queue = new OneAtATime(MOST_WAITING);

  constructor(files: TreeFiles, store: ContentStore) {
    this.#files = files;
    this.#store = store;
  }

  /** @param target of the request @throws ApiError 400 for another text, 503 without content or if too many wait */
  async answer(target: string): Promise<string> {
    const text = citedText(readParams(readTarget(target).search));
    return this.#queue.run(async () => {
      const data = await resolveCitations(writtenCitations(text), this.#corpus());
      return resourceBody(data, timestampOf(this.#newest())).json;
    });
  }

  /** The catalog has no aliases; the tree has files of them, and the first missing documents of a text are looked up there. */
  #corpus(): CitedCorpus {
    let left = MOST_ALIASES;
    const { listings } = this.#store.content;
    const inCatalog = citedDocuments(id => listings[id].catalog);
    return {
      ...inCatalog,
      documents: async identifier => {
        const found = await inCatalog.documents(identifier);
        if (found.length > 0) return found;
        if (left-- <= 0) return [];
        const own = await this.#ownOf(identifier);
        return own === null ? [] : inCatalog.documents(own);
      },
    };
  }

  /** Identifiers have the dashes of the law, citations often plain ones. */
  async #ownOf(identifier: string): Promise<string | null> {
    const spellings = new Set([identifier, identifier.replaceAll('-', '–')]);
    for (const spelling of spellings) {
      const own = await identifierOfAlias(this.#files, spelling);
      if (own !== null) return own;
    }
    return null;
  }

  #newest(): string | null {
    return this.#store.listings
      .map(listing => listing.newest([]))
      .reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null);
  }
}

export const answerCitations =
  (citations: Citations): Handler =>
  async (request, reply) => {
    const json = await citations.answer(request.raw.url ?? '');
    return await sendJson(request, reply, { json: Buffer.from(json), tags: TAGS }, 'list');
  };
