import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentNotFound, noSuchEndpoint } from '../../build/contract/errors.ts';
import { VARY } from '../../build/contract/headers.ts';
import { monthAnswer } from '../../build/contract/months.ts';
import { router } from '../../build/contract/routing/route.ts';
import type { ErrorRoute, FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import { tellMethods } from '../http/cors.ts';
import type { Handler } from './endpoint.ts';
import { sendProjection } from './projection.ts';
import { type Sent, sendFile, sendJson, sendRepresentation, withFile } from './respond.ts';

const route = router(SOURCES);

/**
 * Documents, lists, hierarchy and overview: the file that the routing rule names, or else what can be computed
 * (build/contract/README.md, Routing).
 */
export function answerContent(files: TreeFiles, store: ContentStore): Handler {
  const openRange = files.open.bind(files);

  function answerFromFile(request: FastifyRequest, reply: FastifyReply, routed: FileRoute): Sent {
    const { path, policy, asked } = routed;
    return withFile(files.get(path), file => {
      if (!file) return answerWithoutFile(request, reply, routed);
      if (asked.resource !== 'document') return sendFile(request, reply, file, policy);
      return sendRepresentation(request, reply, file, policy, openRange);
    });
  }

  function answerWithoutFile(
    request: FastifyRequest,
    reply: FastifyReply,
    routed: FileRoute | OriginRoute,
  ): Sent {
    const { listings } = store.content;
    const { asked } = routed;
    if (asked.resource === 'list') {
      const { body } = listings[asked.source.id].answer(asked.query);
      return sendJson(request, reply, body.json, 'list');
    }
    if (asked.resource === 'month') {
      const { body } = monthAnswer(listings[asked.source.id], asked.year, asked.month, asked.page);
      return sendJson(request, reply, body.json, 'hierarchy');
    }
    throw (routed.kind === 'file' && routed.missing) || noSuchEndpoint();
  }

  function answerProjection(request: FastifyRequest, reply: FastifyReply, { asked }: OriginRoute): Sent {
    if (asked.resource !== 'document') throw new Error(`${asked.resource} has no projections`);
    return withFile(files.get(asked.path), file => {
      if (file) return sendProjection(request, reply, files, file, asked.projection ?? []);
      store.requireContent();
      throw documentNotFound(asked.identifier);
    });
  }

  /** Whether there is such a document cannot be told without content. */
  function refuse({ error, resource }: ErrorRoute): never {
    if (error.status === 404 && resource === 'document') store.requireContent();
    throw error;
  }

  return (request, reply) => {
    const routed = route({
      method: request.method,
      target: request.raw.url ?? '',
      accept: request.headers.accept,
    });
    if (routed.kind === 'options') return tellMethods(request, reply);
    const resource = routed.kind === 'error' ? routed.resource : routed.asked.resource;
    const vary = VARY[resource ?? ''];
    if (vary !== undefined) reply.header('vary', vary);
    if (routed.kind === 'error') return refuse(routed);
    if (routed.kind === 'file') return answerFromFile(request, reply, routed);
    if (routed.reason === 'fields') return answerProjection(request, reply, routed);
    return answerWithoutFile(request, reply, routed);
  };
}
