import { pastHead, pastSearch, pastTarget, readPast } from '../../../../contract/past-page.ts';
import { sourceOf } from '../../../../contract/sources.ts';
import type { VersionFacts } from '../../../../contract/version.ts';
import { webPathOf } from '../../../../contract/web-path.ts';
import { isStatic } from '../../address.ts';
import { FailureMessage } from '../../components/failure-message.tsx';
import { lazy } from '../../components/lazy.tsx';
import { Loading } from '../../components/loading.tsx';
import { usePage } from '../../head.ts';
import { useApi } from '../../use-api.ts';
import type { ReadDocument } from '../document.ts';
import type { Means, ReadProps } from '../means.ts';
import { Absent } from './absent.tsx';
import { DayBanner } from './day-banner.tsx';
import { DayOfFiles } from './day-of-files.tsx';
import { failureOf } from './history.ts';

const RedlineView = lazy(() => import('../redline/redline-view.tsx').then(module => module.RedlineView));

interface Props extends ReadProps {
  /** Of the address. */
  search: string;
  means: Means;
}

/** The page of a document with a query: the text of a day, or what changed. */
export function PastView({ search, ...props }: Props) {
  const past = readPast(search.slice(1));
  const { source, identifier, means } = props;
  if (past?.from != null) return <RedlineView {...props} past={past} />;
  const on = past?.on ?? '';
  if (!isStatic())
    return (
      <DayView {...props} on={on} facts={null} target={pastTarget(sourceOf(source), identifier, dayOf(on))} />
    );
  const wrong = failureOf(on);
  if (wrong) return <FailureMessage failure={wrong} again={() => {}} isPage />;
  return (
    <DayOfFiles target={means.documentTarget(source, identifier)} on={on}>
      {(item, target) =>
        item ? <DayView {...props} on={on} facts={item} target={target} /> : <Absent {...props} on={on} />
      }
    </DayOfFiles>
  );
}

const dayOf = (on: string) => ({ on, from: null, to: null });

interface DayProps extends ReadProps {
  on: string;
  /** What is known of the text of the day; null where the answer tells it. */
  facts: VersionFacts | null;
  target: string;
  means: Means;
}

function DayView({ source, identifier, on, facts: known, target, means }: DayProps) {
  const { answer, failure, again } = useApi<ReadDocument>(target);
  const document = answer?.data ?? null;
  usePage(document && { ...pastHead(means.documentHead(document), dayOf(on)), isMissing: true });
  if (failure?.status === 404)
    return <Absent source={source} identifier={identifier} on={on} means={means} />;
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  const facts = known ?? answer?.meta?.version;
  if (!document || !facts) return <Loading what="the document " />;
  const banner = <DayBanner on={on} facts={facts} path={webPathOf(document)} />;
  const former = { target, on, search: pastSearch(dayOf(on)), cited: citedDay(on, facts), banner };
  return <means.Reader document={document} former={former} />;
}

/** `text of 2019-05-01`, with a warning where nobody knows whether that was the text of the day. */
function citedDay(on: string, { certain, last_seen }: VersionFacts): string {
  const day = on.slice(0, 10);
  return `text of ${day}${certain ? '' : ` (not certain: last seen ${last_seen})`}`;
}
