import type { SourceId } from '../../../contract/sources.ts';
import { webPathOf } from '../../../contract/web-path.ts';
import { FailureMessage } from '../components/failure-message.tsx';
import { usePage } from '../head.ts';
import { useApi } from '../use-api.ts';
import { documentTarget, fieldOf, headingOf, type ReadDocument } from './document.ts';
import { NotFound } from './not-found.tsx';
import { Reader } from './reader.tsx';
import { ReaderLoading } from './reader-loading.tsx';

/** A document, typeset for reading. @param identifier canonical; whether there is such a document, the API tells */
export function ReadView({ source, identifier }: { source: SourceId; identifier: string }) {
  const { answer, failure, again } = useApi<ReadDocument>(documentTarget(source, identifier));
  const document = answer?.data ?? null;
  usePage(document && pageOf(document));
  if (document) return <Reader document={document} />;
  if (failure?.status === 404) return <NotFound source={source} identifier={identifier} />;
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  return <ReaderLoading />;
}

function pageOf(document: ReadDocument) {
  return {
    title: fieldOf(document, 'display_title') ?? headingOf(document),
    description: descriptionOf(document),
    canonical: webPathOf(document),
  };
}

/** What the document is, for those who share its page. */
function descriptionOf(document: ReadDocument): string {
  const names = ['title_name', 'chapter_name', 'part_name', 'agency', 'publication_date'];
  const known = names.map(name => fieldOf(document, name)).filter(name => name !== null);
  return [headingOf(document), ...new Set(known)].join(' – ');
}
