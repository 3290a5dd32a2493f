import type { VersionItem } from '../../../../contract/version.ts';
import { FailureMessage } from '../../components/failure-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { currentAddress } from '../../router.ts';
import { useApi } from '../../use-api.ts';
import type { Means, ReadProps } from '../means.ts';
import { NoText } from './no-text.tsx';

interface Props extends ReadProps {
  /** The day; null is today. */
  on: string | null;
  means: Means;
}

/** The page of a document where it has no text: it may have one of another day. */
export function Absent({
  source,
  identifier,
  on,
  means: { citationQuery, documentTarget, HistoryFold, NotFound },
}: Props) {
  const target = documentTarget(source, identifier);
  const { answer, failure, isLoading, again } = useApi<VersionItem[]>(`${target}/versions`);
  if (isLoading) return <Loading what="the document " />;
  // Only the API knows what does not exist: a busy or unreachable server says nothing of it.
  if (failure && failure.status !== 404) return <FailureMessage failure={failure} again={again} isPage />;
  if (failure || !answer || answer.data.length === 0)
    return <NotFound source={source} identifier={identifier} />;
  const name = citationQuery({ source, identifier }) ?? identifier;
  const about = { versions: answer.data, path: currentAddress().path, on };
  return (
    <NoText {...about} name={name}>
      <HistoryFold {...about} target={target} identifier={identifier} />
    </NoText>
  );
}
