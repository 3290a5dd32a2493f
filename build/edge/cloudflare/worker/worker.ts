import { changesNotFound, contentUnavailable } from '../../../contract/errors.ts';
import { isMadeOfFiles } from '../../../contract/made-of-files.ts';
import { router } from '../../../contract/routing/route.ts';
import type { Route } from '../../../contract/routing/routes.ts';
import { SOURCES } from '../../../contract/sources.ts';
import { errorAnswer, fileAnswer, optionsAnswer } from './answers.ts';
import { changesAnswer } from './changes.ts';
import { citationsAnswer } from './citations.ts';
import { answerOfFiles, isForShim } from './made-of-files.ts';
import { originAnswer } from './origin.ts';

import { readRequest, type WorkerRequest } from './request.ts';
import type { Context, Environment } from './runtime.ts';
import { isOfTimes, timesAnswer } from './times.ts';
import { Tree } from './tree.ts';
import { missingAnswer, viewAnswer } from './views.ts';

/** The Worker: the whole routing rule in front of a bucket (build/contract/README.md, Routing). */

const route = router(SOURCES);

async function answer(
  request: WorkerRequest,
  routed: Route,
  environment: Environment,
  context: Context,
): Promise<Response> {
  if (routed.kind === 'options') return optionsAnswer(request);
  const tree = new Tree(environment, context, request.site);
  if (routed.kind === 'error' && routed.hasErrorPage)
    return missingAnswer(request, tree, routed.error, routed.resource);
  if (routed.kind === 'error') return errorAnswer(routed.error, routed.resource);
  if (routed.kind === 'view') return viewAnswer(request, tree, routed);
  if (routed.kind === 'origin') {
    const { requested } = routed;
    if (requested.resource === 'changes') {
      const changes = await changesAnswer(request, requested, tree);
      if (changes) return changes;
      // Assets do not include the history, which only the shim reads.
      if (!environment.ORIGIN) return errorAnswer(changesNotFound(), 'changes');
    }
    const isMade = isMadeOfFiles(requested) && !isForShim(requested);
    const made = isMade ? await answerOfFiles(request, requested, tree) : null;
    if (made) return made;
    const ofTimes = isOfTimes(requested) ? await timesAnswer(request, requested, tree) : null;
    if (ofTimes) return ofTimes;
    // The shim knows pages and parts, too.
    if (requested.resource === 'citations' && !environment.ORIGIN)
      return citationsAnswer(request, requested, tree);
    return originAnswer(request, requested, environment, context);
  }
  const file = await tree.file(routed.path, routed.policy);
  if (file) return fileAnswer(request, routed, file);
  if (routed.missing && routed.hasErrorPage)
    return missingAnswer(request, tree, routed.missing, routed.requested.resource);
  const made = isMadeOfFiles(routed.requested) ? await answerOfFiles(request, routed.requested, tree) : null;
  if (made) return made;
  if (routed.missing) return errorAnswer(routed.missing, routed.requested.resource);
  return originAnswer(request, routed.requested, environment, context);
}

export default {
  async fetch(received: Request, environment: Environment, context: Context): Promise<Response> {
    const request = readRequest(received);
    const routed = route(request);
    try {
      return await answer(request, routed, environment, context);
    } catch (error) {
      console.error(error);
      const resource = 'requested' in routed ? routed.requested.resource : null;
      return errorAnswer(contentUnavailable(), resource);
    }
  },
};
