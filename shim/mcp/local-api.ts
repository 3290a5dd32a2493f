import { ApiError, documentNotFound } from '../../build/contract/errors.ts';
import { isMadeOfFiles } from '../../build/contract/made-of-files.ts';
import { readParams } from '../../build/contract/params.ts';
import { router } from '../../build/contract/routing/route.ts';
import type { FileRoute, OriginRoute } from '../../build/contract/routing/routes.ts';
import { readTarget } from '../../build/contract/routing/target.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { ChangesSince } from '../content/changes-since.ts';
import { computedAnswer, refusal } from '../routes/computed.ts';
import { derivedJson } from '../routes/derived-documents.ts';
import { projectedJson } from '../routes/projection.ts';
import type { ServedTree } from '../routes/served-tree.ts';
import type { ApiCaller } from './api.ts';

const route = router(SOURCES);

/** Asks the API without HTTP. Routing, files and searches are the same; nothing is counted or logged. */
export function insideCaller({
  files,
  store,
  search,
  citations,
  diffs,
  fileAnswers,
  wholes,
}: ServedTree): (client: string) => ApiCaller {
  const changes = new ChangesSince(files);

  async function fromFile(routed: FileRoute): Promise<string> {
    const content = await wholes(routed.path);
    if (content) return content.toString();
    if (isMadeOfFiles(routed.requested)) return fileAnswers.json(routed.requested);
    return computedAnswer(store, routed).json.toString();
  }

  async function fromOrigin(routed: OriginRoute, target: string, asker: Asker): Promise<string> {
    const { requested } = routed;
    if (requested.resource === 'search') {
      const query = parseSearchQuery(readParams(readTarget(target).search));
      return (await search.answer(query, asker)).json;
    }
    if (requested.resource === 'citations') return citations.answer(target);
    if (requested.resource === 'changes') return changes.answer(requested.given ?? '');
    if (isMadeOfFiles(requested)) return fileAnswers.json(requested);
    if (requested.resource === 'diff') return (await diffs.answer(requested)).text;
    if (requested.resource !== 'document') return computedAnswer(store, routed).json.toString();
    // Without content nobody knows what exists.
    if (requested.on) store.requireContent();
    const isDerived = requested.pinpoint !== null || requested.on !== null;
    const derived = isDerived ? await derivedJson(wholes, requested) : null;
    if (derived !== null) return derived;
    const content = isDerived ? null : await wholes(requested.path);
    if (content) return projectedJson(content, requested.projection ?? []).toString();
    store.requireContent();
    throw documentNotFound(requested.identifier);
  }

  async function answer(target: string, asker: Asker): Promise<string> {
    const routed = route({ method: 'GET', target });
    if (routed.kind === 'error') throw refusal(store, routed);
    if (routed.kind === 'file') return fromFile(routed);
    return fromOrigin(routed as OriginRoute, target, asker);
  }

  return client => async (target, signal) => {
    const onLeft = (listener: () => void): void => {
      if (signal.aborted) listener();
      else signal.addEventListener('abort', listener, { once: true });
    };
    try {
      return { status: 200, body: await answer(target, { client, onLeft }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, body: JSON.stringify(error.toBody()) };
    }
  };
}

interface Asker {
  client: string;
  onLeft(listener: () => void): void;
}
