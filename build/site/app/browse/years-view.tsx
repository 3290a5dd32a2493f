import { yearsUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { YearSummary } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { counted } from '../format.ts';
import { type Page, pageOf, usePage } from '../head.ts';
import type { Place } from '../router.ts';
import { useApi } from '../use-api.ts';
import { Bars } from './bars.tsx';
import { DocumentList } from './document-list.tsx';
import { showsDocuments } from './list-query.ts';
import { SourceTabs } from './source-tabs.tsx';

/** The years of a journal, or all its documents. */
export function YearsView({ source, place }: { source: Source; place: Place }) {
  const path = webPathOfPlace({ view: 'years', source: source.id });
  const page = pageOf({ view: 'years', source: source.id }, null);
  const isList = showsDocuments(place.search);
  return (
    <>
      <ViewHead crumbs={[{ label: source.shortName }]} heading={source.name}>
        {source.description}
      </ViewHead>
      <SourceTabs path={path} first="Years" isList={isList} />
      {isList ? (
        <DocumentList source={source} fixed={[]} place={place} groupBy="day" page={page} />
      ) : (
        <Years source={source} page={page} />
      )}
    </>
  );
}

function Years({ source, page }: { source: Source; page: Page }) {
  const target = yearsUrl(source);
  const { answer, failure, again } = useApi<YearSummary[]>(target);
  usePage(answer || failure ? page : null);
  if (failure) return <FailureMessage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const total = answer.data.reduce((sum, { document_count }) => sum + document_count, 0);
  return (
    <>
      <ApiCall target={target} />
      <Bars
        caption={`${counted(total, 'document')} in ${counted(answer.data.length, 'year')}`}
        of="Year"
        bars={[...answer.data].reverse().map(({ year, document_count }) => ({
          key: year,
          short: String(year),
          rest: '',
          long: String(year),
          documents: document_count,
          to: webPathOfPlace({ view: 'year', source: source.id, year }),
        }))}
      />
    </>
  );
}
