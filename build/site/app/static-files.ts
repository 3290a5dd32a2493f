import { router } from '../../contract/routing/route.ts';
import type { Requested } from '../../contract/routing/routes.ts';
import { SOURCES } from '../../contract/sources.ts';
import { versionFile } from '../../contract/version.ts';

const route = router(SOURCES);

/** The file with the answer to a target, by the routing rule and relative to the tree; null where there is none. */
export function fileOf(target: string): string | null {
  const found = route({ method: 'GET', target });
  if (found.kind === 'origin' && found.reason === 'on') return fileOfVersion(found.requested);
  return found.kind === 'file' ? found.path : null;
}

/** The file of a former version by its name, which its list tells. Other days need a server. */
function fileOfVersion(requested: Requested): string | null {
  if (requested.resource !== 'document' || requested.on === null) return null;
  const { on, representation, projection, pinpoint } = requested;
  if (representation === 'text' || projection || pinpoint) return null;
  return versionFile(requested, on, representation);
}
