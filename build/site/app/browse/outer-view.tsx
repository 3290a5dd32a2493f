import { useMemo } from 'preact/hooks';
import { innerLevels, levelPlural, levelUrl, levelWord, outerLevel } from '../../../contract/levels.ts';
import { placeHead } from '../../../contract/place-head.ts';
import type { Level } from '../../../contract/sources/entry.ts';
import type { Source } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import type { LevelSummary } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { sourceCrumb } from '../components/breadcrumbs.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { lazy } from '../components/lazy.tsx';
import { Loading } from '../components/loading.tsx';
import { Missing } from '../components/missing.tsx';
import { Name } from '../components/name.tsx';
import { Rows } from '../components/rows.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { count, counted } from '../format.ts';
import { type Page, usePage } from '../head.ts';
import { type Address, navigate } from '../router.ts';
import { begin, useApi } from '../use-api.ts';
import { useLater } from '../use-later.ts';
import { DocumentList } from './document-list.tsx';
import { innermostLevel } from './grouping.ts';
import { LevelView } from './level-view.tsx';
import { documentsSearch, fixedBy, isInvalid, showsDocuments, wholePlan } from './list-query.ts';
import { type Inner, type Outer, type OuterData, outerOf } from './outer.ts';
import { SourceTabs } from './source-tabs.tsx';

const LevelFoot = lazy(() => import('../components/level-foot.tsx').then(module => module.LevelFoot), true);

interface Props {
  source: Source;
  web: WebPlace;
  address: Address;
}

export function OuterView({ source, web, address }: Props) {
  // The appendix 18a belongs to title 18.
  const number = Number.parseInt(web.numbers?.[outerLevel(source).name] ?? '', 10);
  const target = levelUrl(source, number);
  const { answer, failure, again } = useApi<OuterData>(target);
  const isOuter = Object.keys(web.numbers ?? {}).length === 1;
  useMemo(() => {
    if (!isOuter) beginList(source, number, web, address);
  }, [address.path]);
  if (failure?.status === 404) return <NoOuter source={source} number={number} />;
  if (failure) return <FailedPage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const outer = outerOf(source, answer.data);
  if (!isOuter) return <LevelView source={source} outer={outer} web={web} address={address} />;
  return <OuterPage source={source} outer={outer} address={address} target={target} />;
}

/** Requests the documents of a chapter or part before the title has arrived. */
function beginList(source: Source, number: number, web: WebPlace, address: Address): void {
  if (isStatic()) return;
  const plan = wholePlan(source, fixedBy(source, number, web), address.search);
  if (!isInvalid(plan)) begin(plan.target);
}

function FailedPage(props: Pick<Parameters<typeof FailureMessage>[0], 'failure' | 'again'>) {
  usePage({ title: 'Not available' });
  return <FailureMessage {...props} isPage />;
}

function NoOuter({ source, number }: { source: Source; number: number }) {
  const { name, plural } = outerLevel(source);
  return (
    <Missing>
      <p>
        No documents of {name} {number} of the {source.name} are here.{' '}
        <a href={webHref(webPathOfPlace({ view: 'source', source: source.id }))}>
          All {plural} of the {source.shortName}
        </a>
      </p>
    </Missing>
  );
}

interface OuterProps {
  source: Source;
  outer: Outer;
  address: Address;
  target: string;
}

function OuterPage({ source, outer, address, target }: OuterProps) {
  const isTime = useLater(true);
  const { number, name, inner, isPositiveLaw } = outer;
  const level = outerLevel(source);
  const [innerLevel] = innerLevels(source);
  const label = `${levelWord(level)} ${number}`;
  const identifier = `${source.namespace}${level.prefix}${number}`;
  const at: WebPlace = { view: 'level', source: source.id, numbers: { [level.name]: String(number) } };
  const isList = showsDocuments(address.search) || inner.length === 0;
  const page = placeHead(at);
  return (
    <>
      <ViewHead
        crumbs={[sourceCrumb(source), { label }]}
        above={`${source.shortName} ${label}`}
        heading={<Name text={name ?? label} />}
      >
        {counted(outer.count, 'document')}
        {innerLevel && inner.length > 0 && ` in ${counted(inner.length, innerLevel.name, innerLevel.plural)}`}
        {isPositiveLaw && '. Enacted as positive law.'}
      </ViewHead>
      {!isStatic() && level.name === 'title' && <TitleSearch source={source} title={number} />}
      {innerLevel && inner.length > 0 && (
        <SourceTabs
          path={webPathOfPlace(at)}
          first={levelPlural(innerLevel)}
          isList={isList}
          structure={webPathOfPlace({ view: 'structure', source: source.id, level: identifier })}
        />
      )}
      {isList || !innerLevel ? (
        <DocumentList
          source={source}
          fixed={fixedBy(source, number, at)}
          address={address}
          groupBy={innermostLevel(source)}
          page={page}
        />
      ) : (
        <InnerTable source={source} outer={outer} at={at} target={target} address={address} page={page} />
      )}
      {isTime && (
        <LevelFoot
          source={source}
          numbers={at.numbers ?? {}}
          beside={{ identifier, above: null, pathOf: each => besidePath(source, each) }}
        />
      )}
    </>
  );
}

/** The page of a title with documents. An appendix is on the page of its title. */
const besidePath = (source: Source, { number, document_count }: LevelSummary): string | null =>
  document_count > 0 && number !== null && /^\d+$/.test(number)
    ? webPathOfPlace({ view: 'level', source: source.id, numbers: { [outerLevel(source).name]: number } })
    : null;

/** Searches within the title. Without scripts it is an ordinary form. */
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

interface InnerProps extends OuterProps {
  at: WebPlace;
  page: Page;
}

/** The chapters of a title, and its documents outside of chapters. */
function InnerTable({ source, outer, at, target, address, page }: InnerProps) {
  usePage(page);
  const level = innerLevels(source)[0] as Level;
  const word = levelWord(level);
  const presence = source.filters.find(({ match, field }) => match === 'present' && field === level.field);
  const without = outer.count - outer.inner.reduce((sum, { count: documents }) => sum + documents, 0);
  const row = ({ number, name, count: documents }: Inner) => (
    <tr key={`${number} ${name}`}>
      <td class="row-number">{number}</td>
      <th scope="row">
        <a
          class="row-link"
          href={webHref(webPathOfPlace({ ...at, numbers: { ...at.numbers, [level.name]: number } }))}
        >
          <Name text={name ?? `${word} ${number}`} />
        </a>
      </th>
      <td class="number">{count(documents)}</td>
    </tr>
  );
  return (
    <>
      <ApiCall target={target} />
      <Rows caption={levelPlural(level)} heads={[word, 'Name']} numbers={['Documents']}>
        {outer.inner.map(row)}
      </Rows>
      {without > 0 && (
        <>
          <p class="note">
            {counted(without, 'document')} of this {outerLevel(source).name}{' '}
            {without === 1 ? 'stands' : 'stand'} in no {level.name}
            {isStatic() || !presence ? (
              <>
                :{' '}
                <a href={webHref(webPathOfPlace(at) + documentsSearch)}>
                  all documents of the {outerLevel(source).name}
                </a>
                .
              </>
            ) : (
              ':'
            )}
          </p>
          {!isStatic() && presence && (
            <DocumentList
              source={source}
              fixed={[...fixedBy(source, outer.number, at), [presence.param, 'false']]}
              address={address}
              groupBy={innermostLevel(source)}
              page={page}
            />
          )}
        </>
      )}
    </>
  );
}
