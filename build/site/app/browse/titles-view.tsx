import { titlesUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { TitleSummary } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Name } from '../components/name.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { count, counted } from '../format.ts';
import { type Page, pageOf, usePage } from '../head.ts';
import type { Place } from '../router.ts';
import { useApi } from '../use-api.ts';
import { DocumentList } from './document-list.tsx';
import { showsDocuments } from './list-query.ts';
import { SourceTabs } from './source-tabs.tsx';

/** The titles of a code, or all its documents. */
export function TitlesView({ source, place }: { source: Source; place: Place }) {
  const path = webPathOfPlace({ view: 'titles', source: source.id });
  const page = pageOf({ view: 'titles', source: source.id }, null);
  const isList = showsDocuments(place.search);
  return (
    <>
      <ViewHead crumbs={[{ label: source.shortName }]} heading={source.name}>
        {source.description}
      </ViewHead>
      <SourceTabs path={path} first="Titles" isList={isList} />
      {isList ? (
        <DocumentList source={source} fixed={[]} place={place} groupBy="title" page={page} />
      ) : (
        <Titles source={source} page={page} />
      )}
    </>
  );
}

function Titles({ source, page }: { source: Source; page: Page }) {
  const target = titlesUrl(source);
  const { answer, failure, again } = useApi<TitleSummary[]>(target);
  usePage(answer || failure ? page : null);
  if (failure) return <FailureMessage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const there = answer.data.filter(title => title.document_count > 0);
  const total = there.reduce((sum, title) => sum + title.document_count, 0);
  return (
    <>
      <ApiCall target={target} />
      <p class="list-count">
        {counted(total, 'document')} in {count(there.length)} of {counted(answer.data.length, 'title')}
      </p>
      <table class="rows rows-titles">
        <caption class="visually-hidden">Titles of the {source.name}</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Name</th>
            <th scope="col" class="number">
              Chapters
            </th>
            <th scope="col" class="number">
              Documents
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.data.map(title => (
            <TitleRow key={title.title_number} source={source} title={title} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function TitleRow({ source, title }: { source: Source; title: TitleSummary }) {
  const { title_number, title_name, chapter_count, document_count, positive_law } = title;
  const to = webPathOfPlace({ view: 'title', source: source.id, title: String(title_number) });
  const isEmpty = document_count === 0;
  return (
    <tr class={isEmpty ? 'is-empty' : undefined}>
      <td class="row-number">{title_number}</td>
      <th scope="row">
        {isEmpty ? (
          <Name text={title_name} />
        ) : (
          <a class="row-link" href={webHref(to)}>
            <Name text={title_name} />
          </a>
        )}
        {positive_law && !isEmpty && <span class="tag">Positive law</span>}
      </th>
      {isEmpty ? (
        <td class="number" colSpan={2}>
          no documents here
        </td>
      ) : (
        <>
          <td class="number">{count(chapter_count)}</td>
          <td class="number">{count(document_count)}</td>
        </>
      )}
    </tr>
  );
}
