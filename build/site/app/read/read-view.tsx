import { documentHead } from '../../../contract/document-head.ts';
import type { SourceId } from '../../../contract/sources.ts';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { usePage } from '../head.ts';
import { useApi } from '../use-api.ts';
import { documentTarget, type ReadDocument } from './document.ts';
import { NotFound } from './not-found.tsx';
import { Reader } from './reader.tsx';

export { StructureView } from './structure-view.tsx';

/** A document, typeset for reading. @param identifier canonical; whether there is such a document, the API tells */
export function ReadView({ source, identifier }: { source: SourceId; identifier: string }) {
  const { answer, failure, again } = useApi<ReadDocument>(documentTarget(source, identifier));
  const document = answer?.data ?? null;
  usePage(document && documentHead(document));
  if (document) return <Reader document={document} />;
  if (failure?.status === 404) return <NotFound source={source} identifier={identifier} />;
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  return <Loading what="the document " />;
}
