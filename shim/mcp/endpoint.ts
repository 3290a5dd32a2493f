import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mcpUrl } from '../../build/contract/paths.ts';
import { sendError } from '../http/errors.ts';
import { postEndpoint } from '../routes/endpoint.ts';
import type { ServedTree } from '../routes/served-tree.ts';
import { MESSAGE_BYTES } from './bounds.ts';
import { insideCaller } from './local-api.ts';
import { isAllowedOrigin, type Origins } from './origins.ts';
import { REFUSALS, Refusal } from './refusals.ts';
import { Calls } from './running-calls.ts';

export interface McpEndpointOptions {
  tree: ServedTree;
  version: string;
  origins: Origins;
}

/**
 * Adds MCP over HTTP (README.md, MCP). One POST counts as one request, with the keys and limits of the API. It has a scope to
 * itself, since no other endpoint takes bodies.
 */
export async function mcpEndpoint(
  app: FastifyInstance,
  { tree, version, origins }: McpEndpointOptions,
): Promise<void> {
  const callerOf = insideCaller(tree);
  const calls = new Calls();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MESSAGE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : REFUSALS[(error as { code?: string }).code ?? ''];
    return refusal ? sendRefusal(reply, refusal) : sendError(error, request, reply);
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const client = request.client?.id ?? '';
    // The SDK takes longer to load than the shim to start, so the first request waits for it.
    const { exchange } = await import('./exchange.ts');
    const { status, body } = await calls.run(client, () =>
      exchange({
        body: typeof request.body === 'string' ? request.body : '',
        contentType: request.headers['content-type'],
        protocolVersion: request.headers['mcp-protocol-version']?.toString(),
        call: callerOf(client),
        version,
        signal: leaving(reply),
        onFailure: error => request.log.error({ err: error }, 'unforeseen failure'),
      }),
    );
    reply.code(status).header('cache-control', 'no-store');
    if (body === '') return reply.send();
    const bytes = Buffer.from(body);
    if (!app.unsent.hold(client, reply.raw, bytes)) throw REFUSALS.busy;
    return reply.type(JSON_TYPE).send(bytes);
  }

  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    if (!isAllowedOrigin(origins, headers.origin)) throw REFUSALS.origin;
  };
  postEndpoint(app, mcpUrl, { onRequest }, answer);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function sendRefusal(reply: FastifyReply, { status, retryAfter, body }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).header('cache-control', 'no-store').type(JSON_TYPE).send(body);
}

/** Returns a signal that aborts when the connection closes. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once('close', () => left.abort());
  return left.signal;
}
