import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import type { RequestedDiff } from '../../build/contract/diff-request.ts';
import { etagOf } from '../../build/contract/etag.ts';
import { documentPath, type ReadFile } from '../../build/contract/paths.ts';
import { type DiffAnswer, readDiff } from '../../build/diff/answer.ts';
import { DIFF_POLICY } from '../../build/diff/render.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import { OneAtATime } from '../content/one-at-a-time.ts';
import { textsOf, type WholeFiles } from '../content/whole-files.ts';
import { dayOf } from '../keys/days-folder.ts';
import { DiffThread } from './diff-thread.ts';
import { sendBody } from './respond.ts';
import { isNotModified } from './send-coded.ts';

/** Answers may wait for so many others. The largest take a second, usual ones some milliseconds. */
const MOST_WAITING = 20;

/** Differences of two versions of a document (build/contract/README.md, Differences). */
export class Diffs {
  readonly #store: ContentStore;
  readonly #read: ReadFile;
  readonly #queue = new OneAtATime(MOST_WAITING);
  readonly #thread: DiffThread;

  constructor(store: ContentStore, wholes: WholeFiles, thread = new DiffThread()) {
    this.#store = store;
    this.#read = textsOf(wholes);
    this.#thread = thread;
  }

  /** @throws ApiError 400, 404, and 503 without content, for versions that are too large or take too long, or if too many wait */
  async answer(requested: RequestedDiff): Promise<DiffAnswer> {
    this.#store.requireContent();
    return this.#queue.run(async () =>
      this.#thread.run(await readDiff(this.#read, requested, dayOf(Date.now()))),
    );
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async send(request: FastifyRequest, reply: FastifyReply, requested: RequestedDiff): Promise<FastifyReply> {
    const { text, contentType } = await this.answer(requested);
    const body = Buffer.from(text);
    const etag = etagOf(body);
    const tags = cacheTagHeaders(documentPath(requested.source, requested.identifier, 'json'));
    if (isNotModified(request, reply, { etag, tags }, 'document')) return reply;
    if (requested.format === 'html') reply.header('content-security-policy', DIFF_POLICY);
    return sendBody(request, reply, body, { etag, contentType, isValidated: true });
  }
}
