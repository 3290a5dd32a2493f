import type { FastifyReply, FastifyRequest } from 'fastify';
import { viewTagHeaders } from '../../build/contract/cache-tags.ts';
import { type ApiError, noSuchEndpoint } from '../../build/contract/errors.ts';
import { etagOf } from '../../build/contract/etag.ts';
import { missingPageHeaders, PAGE_HEADERS } from '../../build/contract/headers.ts';
import { pastOfView } from '../../build/contract/past-of-view.ts';
import { HTML_TYPE } from '../../build/contract/paths.ts';
import type { ViewRoute } from '../../build/contract/routing/routes.ts';
import { filledShell, headOf, MISSING_HEAD, SUBJECT_BYTES } from '../../build/contract/site-head.ts';
import { SHELL } from '../../build/contract/site-paths.ts';
import {
  type PageText,
  TEXT_BYTES,
  textFileOf,
  textUrlOf,
  withText,
} from '../../build/contract/site-text.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { isNotModified, sendCoded, sendHeld } from './send-coded.ts';

/** Pages of the site (build/contract/README.md, Site): one shell with a head for each page. */
export class Views {
  readonly #files: TreeFiles;
  readonly #store: ContentStore;

  constructor(files: TreeFiles, store: ContentStore) {
    this.#files = files;
    this.#store = store;
  }

  /** @throws ApiError NOT_FOUND where the tree has no site */
  async answer(request: FastifyRequest, reply: FastifyReply, route: ViewRoute): Promise<FastifyReply> {
    const { place, subject, loads, policy } = route;
    const past = pastOfView(route);
    const shell = await this.#shell();
    if (shell === null) throw noSuchEndpoint();
    const file = subject === null ? null : await this.#files.get(subject);
    if (file === undefined && !(past && (await this.#files.get(past.lists)))) {
      // Without content nobody knows which documents exist.
      this.#store.requireContent();
      return this.#sendMissing(request, reply, shell);
    }
    const head = headOf(place, file ? await this.#beginning(file, SUBJECT_BYTES) : null, past);
    const text = past ? null : await this.#text(route);
    const filled = filledShell(shell, head, past ? { ...loads, target: past.target } : loads);
    const html = Buffer.from(text && head ? withText(filled, head.title, text) : filled);
    const etag = etagOf(html);
    reply.headers(PAGE_HEADERS);
    if (isNotModified(request, reply, { etag, tags: viewTagHeaders(subject) }, policy)) return reply;
    return this.#send(request, reply, html, etag, true);
  }

  /** Answers with a page for people that says what is missing. @throws ApiError where the tree has no such page */
  async tellMissing(request: FastifyRequest, reply: FastifyReply, error: ApiError): Promise<FastifyReply> {
    const shell = await this.#shell();
    if (shell === null) throw error;
    return this.#sendMissing(request, reply, shell);
  }

  async #shell(): Promise<string | null> {
    const file = await this.#files.get(SHELL);
    return file?.content?.toString() ?? null;
  }

  async #text(route: ViewRoute): Promise<PageText | null> {
    const path = textFileOf(route);
    const file = path === null ? undefined : await this.#files.get(path);
    if (!file) return null;
    const text = await this.#beginning(file, TEXT_BYTES);
    return { text, isWhole: file.bytes <= TEXT_BYTES, href: textUrlOf(route.place) };
  }

  async #beginning(file: TreeFile, most: number): Promise<string> {
    if (file.content) return file.content.toString('utf8', 0, most);
    const chunks: Buffer[] = [];
    for await (const chunk of this.#files.open(file, { first: 0, last: Math.min(most, file.bytes) - 1 }))
      chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async #sendMissing(request: FastifyRequest, reply: FastifyReply, shell: string): Promise<FastifyReply> {
    const html = Buffer.from(filledShell(shell, MISSING_HEAD, null));
    reply.code(404).headers(missingPageHeaders());
    return this.#send(request, reply, html, etagOf(html), false);
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    html: Buffer,
    etag: string,
    isValidated: boolean,
  ): Promise<FastifyReply> {
    return await sendCoded(request, reply, {
      etag,
      bytes: html.length,
      contentType: HTML_TYPE,
      isValidated,
      read: () => html,
      sendPlain: () => sendHeld(request, reply, HTML_TYPE, html),
    });
  }
}
