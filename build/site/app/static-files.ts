import { router } from '../../contract/routing/route.ts';
import { SOURCES } from '../../contract/sources.ts';

const route = router(SOURCES);

/** The file that answers a target of the API by the routing rule, relative to the tree; null where none does. */
export function fileOf(target: string): string | null {
  const found = route({ method: 'GET', target });
  return found.kind === 'file' ? found.path : null;
}
