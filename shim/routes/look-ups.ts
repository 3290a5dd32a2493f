import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { etagOf } from '../../build/contract/etag.ts';
import { keyInUrl } from '../../build/contract/presented-key.ts';
import { addressesOf } from '../../build/contract/routing/match.ts';
import { router } from '../../build/contract/routing/route.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { AnswerHeads } from '../content/answer-heads.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import { routeOf } from '../http/answer-listeners.ts';
import { computedList } from './computed.ts';
import type { DirectAnswer } from './direct-answers.ts';

const route = router(SOURCES);
const LISTS = new Set(addressesOf('list', SOURCES).map(({ path }) => path));

const MEMORY_BYTES = 4 * 1024 * 1024;
/** Of a remembered request beside its text. */
const ENTRY_BYTES = 300;
/** Longer requests are not remembered. */
const MAX_LENGTH = 1000;

/** The file that answers a request. It follows from the request alone, whatever the tree holds. */
interface Known {
  path: string;
  route: string;
}

/** Finds answers that need neither Fastify's router nor the disk: files in memory for requests like earlier ones, and lists. */
export class LookUps {
  readonly #files: TreeFiles;
  readonly #store: ContentStore;
  readonly #known = new LRUCache<string, Known>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ path }, key) => 2 * (path.length + key.length) + ENTRY_BYTES,
  });

  constructor(files: TreeFiles, store: ContentStore) {
    this.#files = files;
    this.#store = store;
  }

  /** Bytes of the remembered requests. */
  get heldBytes(): number {
    return this.#known.calculatedSize;
  }

  /** Remembers which file has answered a request. Keys in URLs are never remembered. */
  remember(request: FastifyRequest, path: string): void {
    const key = keyOf(request.raw);
    if (key.length > MAX_LENGTH || keyInUrl(request.raw.url ?? '') !== null) return;
    this.#known.set(key, { path, route: routeOf(request) });
  }

  /** @returns null where another way has to find the answer, or the error */
  find(request: IncomingMessage): DirectAnswer | null {
    const known = this.#known.get(keyOf(request));
    if (!known) return this.#computed(request);
    const file = this.#files.held(known.path);
    return file?.content ? { route: known.route, heads: file.heads, content: file.content } : null;
  }

  #computed({ url = '', headers: { accept } }: IncomingMessage): DirectAnswer | null {
    const mark = url.indexOf('?');
    const address = mark < 0 ? url : url.slice(0, mark);
    if (!LISTS.has(address)) return null;
    const routed = route({ method: 'GET', target: url, accept });
    if (routed.kind !== 'origin' || routed.requested.resource !== 'list') return null;
    try {
      const { fixed, content } = computedList(this.#store.content, routed.requested);
      return { route: address, heads: new AnswerHeads(fixed, etagOf(content)), content };
    } catch {
      return null;
    }
  }
}

/** The answer depends on no more of a request, but for its method and its conditions. A target has no spaces. */
const keyOf = ({ url = '', headers: { accept } }: IncomingMessage): string =>
  accept === undefined ? url : `${url} ${accept}`;
