import { useMemo } from 'preact/hooks';
import { titleUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import type { Chapter, TitleDetail } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Missing } from '../components/missing.tsx';
import { Name } from '../components/name.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { count, counted } from '../format.ts';
import { type Page, pageOf, usePage } from '../head.ts';
import { navigate, type Place } from '../router.ts';
import { begin, useApi } from '../use-api.ts';
import { DocumentList } from './document-list.tsx';
import { LevelView } from './level-view.tsx';
import { documentsSearch, fixedBy, isInvalid, showsDocuments, wholePlan } from './list-query.ts';
import { SourceTabs } from './source-tabs.tsx';

interface Props {
  source: Source;
  /** Of a title, a chapter or a part. */
  web: WebPlace;
  place: Place;
}

/** A title with its chapters, or a chapter or part of it with its documents. */
export function TitleView({ source, web, place }: Props) {
  // An appendix, 18a, is of its title.
  const number = Number.parseInt(web.title ?? '', 10);
  const target = titleUrl(source, number);
  const { answer, failure, again } = useApi<TitleDetail>(target);
  useMemo(() => beginList(source, number, web, place), [place.path]);
  if (failure?.status === 404) return <NoTitle source={source} number={number} />;
  if (failure) return <FailedPage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const title = answer.data;
  if (web.view !== 'title') return <LevelView source={source} title={title} web={web} place={place} />;
  return <Title source={source} title={title} place={place} target={target} />;
}

/** The documents of a chapter or part need not wait until the title is there. */
function beginList(source: Source, number: number, web: WebPlace, place: Place): void {
  if (web.view === 'title' || isStatic()) return;
  const plan = wholePlan(source, fixedBy(number, web), place.search);
  if (!isInvalid(plan)) begin(plan.target);
}

function FailedPage(props: Pick<Parameters<typeof FailureMessage>[0], 'failure' | 'again'>) {
  usePage({ title: 'Not available' });
  return <FailureMessage {...props} isPage />;
}

function NoTitle({ source, number }: { source: Source; number: number }) {
  const to = webPathOfPlace({ view: 'titles', source: source.id });
  return (
    <Missing>
      <p>
        No documents of title {number} of the {source.name} are here.{' '}
        <a href={webHref(to)}>All titles of the {source.shortName}</a>
      </p>
    </Missing>
  );
}

interface TitleProps {
  source: Source;
  title: TitleDetail;
  place: Place;
  target: string;
}

function Title({ source, title, place, target }: TitleProps) {
  const { title_number, title_name, document_count, chapters, positive_law } = title;
  const path = webPathOfPlace({ view: 'title', source: source.id, title: String(title_number) });
  const isList = showsDocuments(place.search) || chapters.length === 0;
  const page = pageOf({ view: 'title', source: source.id, title: String(title_number) }, title);
  return (
    <>
      <ViewHead
        crumbs={[
          { label: source.shortName, to: webPathOfPlace({ view: 'titles', source: source.id }) },
          { label: `Title ${title_number}` },
        ]}
        above={`${source.shortName} Title ${title_number}`}
        heading={<Name text={title_name} />}
      >
        {counted(document_count, 'document')}
        {chapters.length > 0 && ` in ${counted(chapters.length, 'chapter')}`}
        {positive_law && '. Enacted as positive law.'}
      </ViewHead>
      {!isStatic() && <TitleSearch source={source} title={title_number} />}
      {chapters.length > 0 && <SourceTabs path={path} first="Chapters" isList={isList} />}
      {isList ? (
        <DocumentList
          source={source}
          fixed={[['title_number', String(title_number)]]}
          place={place}
          groupBy={groupOf(source)}
          page={page}
        />
      ) : (
        <Chapters source={source} title={title} target={target} place={place} page={page} />
      )}
    </>
  );
}

/** A search within the title: without scripts an ordinary form. */
const TitleSearch = ({ source, title }: { source: Source; title: number }) => (
  <search>
    <form
      class="search-box title-search"
      action={webHref('/search')}
      onSubmit={event => {
        event.preventDefault();
        const q = String(new FormData(event.currentTarget).get('q') ?? '');
        navigate(`/search?q=${encodeURIComponent(q)}&source=${source.id}&title_number=${title}`);
      }}
    >
      <SearchFields
        label={`Search title ${title}`}
        placeholder={`Search title ${title} of the ${source.shortName}`}
      />
      <input type="hidden" name="source" value={source.id} />
      <input type="hidden" name="title_number" value={title} />
    </form>
  </search>
);

/** What sections of a title stand under. */
const groupOf = ({ hierarchy }: Source) => (hierarchy.includes('part') ? 'part' : 'chapter');

interface ChaptersProps {
  source: Source;
  title: TitleDetail;
  target: string;
  place: Place;
  page: Page;
}

function Chapters({ source, title, target, place, page }: ChaptersProps) {
  usePage(page);
  const { chapters, document_count, title_number } = title;
  const without = document_count - chapters.reduce((sum, chapter) => sum + chapter.document_count, 0);
  const path = webPathOfPlace({ view: 'title', source: source.id, title: String(title_number) });
  const row = ({ chapter_number, chapter_name, document_count: documents }: Chapter) => (
    <tr key={`${chapter_number} ${chapter_name}`}>
      <td class="row-number">{chapter_number}</td>
      <th scope="row">
        <a
          class="row-link"
          href={webHref(
            webPathOfPlace({
              view: 'chapter',
              source: source.id,
              title: String(title_number),
              chapter: chapter_number,
            }),
          )}
        >
          <Name text={chapter_name ?? `Chapter ${chapter_number}`} />
        </a>
      </th>
      <td class="number">{count(documents)}</td>
    </tr>
  );
  return (
    <>
      <ApiCall target={target} />
      <table class="rows">
        <caption class="visually-hidden">Chapters</caption>
        <thead>
          <tr>
            <th scope="col">Chapter</th>
            <th scope="col">Name</th>
            <th scope="col" class="number">
              Documents
            </th>
          </tr>
        </thead>
        <tbody>{chapters.map(row)}</tbody>
      </table>
      {without > 0 && (
        <>
          <p class="note">
            {counted(without, 'document')} of this title {without === 1 ? 'stands' : 'stand'} in no chapter
            {isStatic() ? (
              <>
                : <a href={webHref(path + documentsSearch)}>all documents of the title</a>.
              </>
            ) : (
              ':'
            )}
          </p>
          {!isStatic() && (
            <DocumentList
              source={source}
              fixed={[
                ['title_number', String(title_number)],
                ['has_chapter', 'false'],
              ]}
              place={place}
              groupBy={groupOf(source)}
              page={page}
            />
          )}
        </>
      )}
    </>
  );
}
