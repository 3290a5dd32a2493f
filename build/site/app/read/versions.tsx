import { useEffect } from 'preact/hooks';
import type { VersionItem } from '../../../contract/version.ts';
import { lazy } from '../components/lazy.tsx';
import { hasArchive } from '../has-archive.ts';
import { currentAddress, showFragment } from '../router.ts';
import { useApi } from '../use-api.ts';
import { useLater } from '../use-later.ts';
import { LateFold } from './late-fold.tsx';

/** What a page tells of other versions of its document. All but their number is loaded when a reader opens it. */

const Timeline = lazy(() => import('./past/past.ts').then(module => module.Timeline));

/** The fragment of the timeline. */
const PLACE = '#versions';

/**
 * @param target of the document in the API
 * @param isWanted false until the text is on the page, which is loaded first
 * @returns null for a document with one version
 */
export function useVersions(target: string, isWanted: boolean): readonly VersionItem[] | null {
  const isTime = useLater(hasArchive() && isWanted);
  const { answer } = useApi<VersionItem[]>(isTime ? `${target}/versions` : null);
  const list = answer?.data ?? [];
  return list.length > 1 ? list : null;
}

interface Props {
  versions: readonly VersionItem[];
  /** Of the document's page. */
  path: string;
  /** The day that is shown; null for the text of today. */
  on: string | null;
}

/** The timeline, folded. */
export function Versions(props: Props) {
  // The fragment of the address waits for the list.
  useEffect(() => {
    if (currentAddress().hash === PLACE) showFragment(PLACE);
  }, []);
  return (
    <LateFold id="versions" class="versions" summary={<>Versions ({props.versions.length})</>}>
      {() => <Timeline {...props} />}
    </LateFold>
  );
}
