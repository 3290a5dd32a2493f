import type { ComputedName, HandledName } from '../../build/contract/resource-kinds.ts';
import { answerChanges } from './changes.ts';
import { answerCitations } from './citations.ts';
import type { ComputedHandler, Handler } from './endpoint.ts';
import { answerHealth } from './health.ts';
import { answerSearch } from './search.ts';
import type { ServedTree } from './served-tree.ts';

export type ComputedHandlers = Readonly<Record<ComputedName, ComputedHandler>>;

/** Returns the handlers named by rows of the table of resources. @param version of the package */
export function handlersOf({ files, store, search, citations }: ServedTree, version: string) {
  const handled: Readonly<Record<HandledName, Handler>> = {
    health: answerHealth(store, version),
    search: answerSearch(search),
    citations: answerCitations(citations),
  };
  const computed: ComputedHandlers = {
    changes: answerChanges(files),
  };
  return { handled, computed };
}
