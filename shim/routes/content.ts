import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentNotFound } from '../../build/contract/errors.ts';
import { hasRanges, pageHeaders, VARY } from '../../build/contract/headers.ts';
import type { ComputedName } from '../../build/contract/resource-kinds.ts';
import { router } from '../../build/contract/routing/route.ts';
import type { FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { tellMethods } from '../http/common-headers.ts';
import { computedAnswer, refusal } from './computed.ts';
import { sendDerived } from './derived-documents.ts';
import type { Handler } from './endpoint.ts';
import type { ComputedHandlers } from './handlers.ts';
import { sendProjection } from './projection.ts';
import { sendFile, sendJson, sendRepresentation, withFile } from './respond.ts';
import type { Sent } from './send-coded.ts';
import type { ServedTree } from './served-tree.ts';
import { Views } from './views.ts';

const route = router(SOURCES);

/** Answers with the file that the routing rule names, or else with a computed answer (build/contract/README.md, Routing). */
export function answerContent(tree: ServedTree, handlers: ComputedHandlers): Handler {
  const { files, store, lookUps, diffs, fileAnswers } = tree;

  function answerFromFile(request: FastifyRequest, reply: FastifyReply, routed: FileRoute): Sent {
    const { path, policy } = routed;
    return withFile(files.get(path), file => {
      if (!file && routed.missing && routed.hasErrorPage)
        return views.tellMissing(request, reply, routed.missing) as Sent;
      if (!file) return answerWithoutFile(request, reply, routed);
      if (file.content) lookUps.remember(request, path);
      reply.headers(pageHeaders(path));
      if (!hasRanges(policy)) return sendFile(request, reply, files, file, policy);
      return sendRepresentation(request, reply, files, file, policy);
    });
  }

  function answerWithoutFile(
    request: FastifyRequest,
    reply: FastifyReply,
    routed: FileRoute | OriginRoute,
  ): Sent {
    const made = fileAnswers.send(request, reply, routed.requested);
    if (made) return made as Sent;
    const { policy, ...computed } = computedAnswer(store, routed);
    return sendJson(request, reply, computed, policy);
  }

  /** Answers with fields of a document, a paragraph of it, or its text on a day. */
  function answerPartly(request: FastifyRequest, reply: FastifyReply, { requested }: OriginRoute): Sent {
    if (requested.resource !== 'document') throw new Error(`${requested.resource} has no parts`);
    // Without content nobody knows what exists.
    if (requested.on) store.requireContent();
    if (requested.on) return sendDerived(request, reply, tree, requested) as Sent;
    return withFile(files.get(requested.path), file => {
      if (file && requested.pinpoint) return sendDerived(request, reply, tree, requested);
      if (file) return sendProjection(request, reply, files, file, requested.projection ?? []);
      store.requireContent();
      throw documentNotFound(requested.identifier);
    });
  }

  const views = new Views(files, store);

  return (request, reply) => {
    const routed = route({
      method: request.method,
      target: request.raw.url ?? '',
      accept: request.headers.accept,
    });
    if (routed.kind === 'options') return tellMethods(request, reply);
    const resource = routed.kind === 'error' ? routed.resource : routed.requested.resource;
    // Also on its errors.
    if (resource === 'document') reply.header('vary', VARY.document);
    if (routed.kind === 'view') return views.answer(request, reply, routed) as Sent;
    if (routed.kind === 'error' && routed.hasErrorPage)
      return views.tellMissing(request, reply, routed.error) as Sent;
    if (routed.kind === 'error') throw refusal(store, routed);
    if (routed.kind === 'file') return answerFromFile(request, reply, routed);
    const { requested } = routed;
    if ('given' in requested && requested.given !== null)
      return handlers[requested.resource as ComputedName](request, reply, requested);
    if (requested.resource === 'diff') return diffs.send(request, reply, requested) as Sent;
    if (requested.resource === 'document') return answerPartly(request, reply, routed);
    return answerWithoutFile(request, reply, routed);
  };
}
