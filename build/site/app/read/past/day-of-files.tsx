import type { ComponentChildren } from 'preact';
import type { VersionItem } from '../../../../contract/version.ts';
import { FailureMessage } from '../../components/failure-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { useApi } from '../../use-api.ts';
import { nameOf, versionOn } from './history.ts';

interface Props {
  /** Of the document. */
  target: string;
  /** A day, or the name of a version. */
  on: string;
  /** @param item the version of the day; null where there is none @param target of its text, which a file has */
  children: (item: VersionItem | null, target: string) => ComponentChildren;
}

/** Finds the text of a day on a host of files, where the list of versions tells its file. */
export function DayOfFiles({ target, on, children }: Props) {
  const { answer, failure, again } = useApi<VersionItem[]>(`${target}/versions`);
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  if (!answer) return <Loading what="the document " />;
  const found = versionOn(answer.data, on);
  const item = found && { ...found, certain: found.to === null || on.slice(0, 10) <= found.last_seen };
  const name = found && nameOf(found);
  return <>{children(item, name === null ? target : `${target}?on=${name}`)}</>;
}
