import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { all } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Coding } from '../../build/contract/etag.ts';
import type { AnswerHeads } from '../content/answer-heads.ts';
import { acceptedCodings } from '../http/accepted-codings.ts';
import { LEFT } from '../http/answer-listeners.ts';
import { codingFor, heldCoding } from '../http/chosen-coding.ts';
import type { Refusal } from '../http/connections.ts';
import { headerLines, writePrepared } from '../http/prepared-response.ts';
import { requestProblem } from '../http/request-checks.ts';
import { REQUEST_ID_HEADER } from '../http/request-id.ts';
import type { Client } from '../limits/client.ts';
import type { Limited } from '../limits/plugin.ts';

/** A whole answer in memory. */
export interface DirectAnswer {
  /** For the log and metrics. */
  route: string;
  heads: AnswerHeads;
  content: Buffer;
}

export interface DirectAnswersOptions {
  app: FastifyInstance;
  find(request: IncomingMessage): DirectAnswer | null;
  refusalOf: Refusal;
  idOf(request: IncomingMessage): string;
  isTrusted: ((address: string, hop: number) => boolean) | null;
}

/** What is sent of an answer. */
interface Chosen {
  status: 200 | 304;
  coding: Coding;
  body: Buffer;
}

/**
 * Answers from memory without Fastify, whose router and hooks cost more than the answer. Everything that clients, limits, the log and
 * metrics see is the same. Other requests, and all errors, are Fastify's.
 */
export class DirectAnswers {
  readonly #options: DirectAnswersOptions;

  constructor(options: DirectAnswersOptions) {
    this.#options = options;
  }

  /** @param otherwise answers all other requests */
  handle(request: IncomingMessage, response: ServerResponse, otherwise: RequestListener): void {
    const began = performance.now();
    const { find, refusalOf } = this.#options;
    const isOurs = isWhole(request) && requestProblem(request) === null && refusalOf(request) === null;
    const answer = isOurs ? find(request) : null;
    const chosen = answer && this.#choose(request, answer);
    if (chosen) this.#answer(request, response, answer, chosen, began, otherwise);
    else otherwise(request, response);
  }

  /** @returns null where the answer has to be compressed first */
  #choose({ headers }: IncomingMessage, { heads, content }: DirectAnswer): Chosen | null {
    const accepted = acceptedCodings(headers['accept-encoding']);
    const ifNoneMatch = headers['if-none-match'];
    const held = ifNoneMatch && heldCoding(ifNoneMatch, accepted, heads.etag('identity'));
    if (held) return { status: 304, coding: held, body: NOTHING };
    const plain: Chosen = { status: 200, coding: 'identity', body: content };
    const coding = codingFor(accepted, content.length, heads.contentType);
    if (coding === 'identity') return plain;
    const compressed = this.#options.app.compressed.held(heads.etag(coding));
    if (!compressed) return null;
    return compressed.content ? { status: 200, coding, body: compressed.content } : plain;
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    { route, heads }: DirectAnswer,
    { status, coding, body }: Chosen,
    began: number,
    otherwise: RequestListener,
  ): void {
    const { app, idOf } = this.#options;
    const { method = '', url = '' } = request;
    // There is no body. Node lets one that nobody asked for flow, end and close, which takes four turns of its queue.
    request.read();
    const sent = method === 'HEAD' ? NOTHING : body;
    const [id, client] = [idOf(request), this.#clientOf(request)];
    const closed = (): void => {
      const ms = performance.now() - began;
      const told = response.headersSent ? { status, bytes: sent.length } : { status: LEFT, bytes: 0 };
      app.tellAnswered({ id, method, url, route, client, ms, ...told, isWhole: response.writableFinished });
    };
    response.on('close', closed);
    const giveUp = (): void => {
      response.off('close', closed);
      otherwise(request, response);
    };
    const send = (limited: Limited): void => {
      if (limited.refusal || !app.unsent.hold(client.id, response, sent)) {
        app.limits.hand(request, limited);
        giveUp();
        return;
      }
      const { presentsKey } = client;
      const hasBody = status === 200;
      const lines = hasBody ? heads.ok(coding, presentsKey) : heads.notModified(coding, presentsKey);
      const own = headerLines([REQUEST_ID_HEADER, id]) + headerLines(limited.headers);
      writePrepared(response, status, lines + own, hasBody ? body.length : null);
      // Without a body all is one piece.
      if (sent.length > 0) response.end(sent);
      else response.end();
    };
    const limited = app.limits.count(client);
    if (limited instanceof Promise) limited.then(send, giveUp);
    else send(limited);
  }

  #clientOf(request: IncomingMessage): Client {
    const { isTrusted, app } = this.#options;
    const ips = isTrusted ? all(request, isTrusted) : undefined;
    const { headers, url = '', socket } = request;
    return app.limits.clientOf({ headers, originalUrl: url, ip: socket.remoteAddress, ips });
  }
}

const NOTHING = Buffer.alloc(0);

/** Whether a GET or HEAD asks for a whole answer, and has no body. */
const isWhole = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.range === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
