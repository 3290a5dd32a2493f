import { documentHead } from '../../../contract/document-head.ts';
import { FailureMessage } from '../components/failure-message.tsx';
import { lazy } from '../components/lazy.tsx';
import { Loading } from '../components/loading.tsx';
import { hasArchive } from '../has-archive.ts';
import { usePage } from '../head.ts';
import { currentAddress } from '../router.ts';
import { useApi } from '../use-api.ts';
import { citationQuery } from './citation.ts';
import { crumbsOf } from './crumbs.ts';
import { documentTarget, headingOf, type ReadDocument } from './document.ts';
import { sanitise } from './document-text.tsx';
import { HistoryFold } from './history-fold.tsx';
import type { Means, ReadProps } from './means.ts';
import { NotFound } from './not-found.tsx';
import { Reader } from './reader.tsx';
import { setText } from './set-text.ts';
import { settingOf } from './setting.ts';
import { useOwnLevels } from './use-innermost.ts';

export { StructureView } from './structure-view.tsx';

const past = () => import('./past/past.ts');
const PastView = lazy(() => past().then(module => module.PastView));
const Absent = lazy(() => past().then(module => module.Absent));

const means: Means = {
  ...{ citationQuery, crumbsOf, documentHead, documentTarget, headingOf },
  ...{ HistoryFold, NotFound, Reader, sanitise, setText, settingOf, useOwnLevels },
};

/** Whether the query of a document's page asks for a former text, or for what changed. */
const isPast = (search: string): boolean => /[?&](?:on|from)=./.test(search);

/** A document, typeset for reading. The query of the address may ask for the text of a day, or for what changed. */
export function ReadView(props: ReadProps) {
  const { search } = currentAddress();
  if (isPast(search)) return <PastView key={search} {...props} search={search} means={means} />;
  return <TodayView {...props} />;
}

function TodayView({ source, identifier }: ReadProps) {
  const { answer, failure, again } = useApi<ReadDocument>(documentTarget(source, identifier));
  const document = answer?.data ?? null;
  usePage(document && documentHead(document));
  if (document) return <Reader document={document} />;
  if (failure?.status === 404) {
    const Missing = hasArchive() ? Absent : NotFound;
    return <Missing source={source} identifier={identifier} on={null} means={means} />;
  }
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  return <Loading what="the document " />;
}
