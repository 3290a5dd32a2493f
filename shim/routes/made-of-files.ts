import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import {
  fileLike,
  isMadeOfFiles,
  type MadeOfFiles,
  madeOfFiles,
} from '../../build/contract/made-of-files.ts';
import type { ReadFile } from '../../build/contract/paths.ts';
import type { Requested } from '../../build/contract/routing/routes.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import { OneAtATime } from '../content/one-at-a-time.ts';
import { textsOf, type WholeFiles } from '../content/whole-files.ts';
import { dayOf } from '../keys/days-folder.ts';
import { sendJson } from './respond.ts';

/** Lists of a day that wait, each about as long as an answer takes: 10 to 150 ms. */
const MOST_WAITING = 20;

/** Answers that are made of files of the tree. */
export class FileAnswers {
  readonly #store: ContentStore;
  readonly #read: ReadFile;
  /** Such a list reads the history of a whole title, and each of its documents. */
  readonly #dayLists = new OneAtATime(MOST_WAITING);

  constructor(store: ContentStore, wholes: WholeFiles) {
    this.#store = store;
    this.#read = textsOf(wholes);
  }

  /** @throws ApiError NOT_FOUND, and 503 without content or if too many wait */
  async json(requested: MadeOfFiles): Promise<string> {
    // Without content nobody knows what exists.
    this.#store.requireContent();
    const make = () => madeOfFiles(this.#read, requested, dayOf(Date.now()));
    return requested.resource === 'daylist' ? this.#dayLists.run(make) : make();
  }

  /** Sends an answer; null where this is not how the request is answered. */
  send(request: FastifyRequest, reply: FastifyReply, requested: Requested): Promise<FastifyReply> | null {
    return isMadeOfFiles(requested) ? this.#send(request, reply, requested) : null;
  }

  async #send(request: FastifyRequest, reply: FastifyReply, requested: MadeOfFiles): Promise<FastifyReply> {
    const { path, policy } = fileLike(requested);
    const json = await this.json(requested);
    return await sendJson(request, reply, { json, tags: cacheTagHeaders(path) }, policy);
  }
}
