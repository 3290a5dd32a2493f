import { useEffect, useRef, useState } from 'preact/hooks';
import type { CitingPlace, Reference, ReferenceCounts, ReferenceList } from '../../../contract/reference.ts';
import { SOURCES, type SourceId, sourceOf, sourceOfIdentifier } from '../../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import { Choice } from '../components/choice.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Name } from '../components/name.tsx';
import { count, counted } from '../format.ts';
import { currentAddress } from '../router.ts';
import { useApi } from '../use-api.ts';
import { lawName, placeName } from './law-name.ts';
import { useReferencePages } from './use-reference-pages.ts';

interface Answer extends Record<ReferenceList, Reference[]> {
  counts: Record<ReferenceList, ReferenceCounts>;
}

const HEADINGS: Readonly<Record<ReferenceList, string>> = { cited_by: 'Cited by', cites: 'Cites' };

const OTHERS = 'other';

const sourceName = (id: string): string =>
  id === OTHERS ? 'Other laws' : sourceOf(id as SourceId).shortName;

const PLACES: Readonly<Record<CitingPlace, string>> = {
  text: 'Text',
  note: 'Notes',
  credit: 'Credits',
  authority: 'Authority',
  amendment: 'Amends',
};
/** In the order of the API. */
const PLACE_NAMES = Object.keys(PLACES) as CitingPlace[];

/** What cites a document or level, and what it cites. @param target of it in the API */
export function References({ target, identifier }: { target: string; identifier: string }) {
  const { answer, failure, again } = useApi<Answer>(`${target}/references`);
  // A host of files has none of a document without references.
  if (failure && failure.status !== 404) return <FailureMessage failure={failure} again={again} />;
  if (!answer && !failure) return <Loading />;
  const lists = (['cited_by', 'cites'] as const).filter(
    list => answer && totalOf(answer.data.counts[list]) > 0,
  );
  if (!answer || lists.length === 0) return <p>No references are known.</p>;
  return (
    <>
      {lists.map(list => (
        <List
          key={list}
          list={list}
          items={answer.data[list]}
          counts={answer.data.counts[list]}
          target={`${target}/references?list=${list}`}
          subject={identifier}
        />
      ))}
    </>
  );
}

const totalOf = (counts: ReferenceCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface ListProps {
  list: ReferenceList;
  items: readonly Reference[];
  counts: ReferenceCounts;
  target: string;
  /** The identifier of the page's document or level. */
  subject: string;
}

function List({ list, items: first, counts, target, subject }: ListProps) {
  const [source, setSource] = useState('');
  const [place, setPlace] = useState('');
  // Where there are more, the first items are a whole page.
  const size = first.length;
  const [wanted, setWanted] = useState(size);
  const shownList = useRef<HTMLUListElement>(null);
  const asked = useRef<number | null>(null);
  const total = totalOf(counts);
  const matching = (items: readonly Reference[]) =>
    items.filter(
      ({ identifier, where }) =>
        (source === '' || (sourceOfIdentifier(identifier)?.id ?? OTHERS) === source) &&
        (place === '' || where === place),
    );
  /** How many there are at most, by the counts that the API tells. */
  const most = source === '' ? total : (counts[source] ?? 0);
  const isAll = (items: readonly Reference[]) => items.length >= total || matching(items).length >= most;
  const { items, failure, isLoading, more } = useReferencePages(
    first,
    target,
    loaded => isAll(loaded) || matching(loaded).length >= wanted,
  );
  const found = matching(items);
  const shown = found.slice(0, wanted);
  const hasMore = !isLoading && !failure && (found.length > wanted || !isAll(items));
  const isWhole = items.length >= total;
  // The button may be gone when there is no more: the focus goes on with the items that it brought.
  useEffect(() => {
    if (asked.current === null || isLoading) return;
    const all = shownList.current?.children;
    const item = all?.[asked.current] ?? all?.[all.length - 1];
    asked.current = null;
    const target = item?.querySelector<HTMLElement>('a') ?? item;
    if (!(target instanceof HTMLElement)) return;
    if (target === item) target.tabIndex = -1;
    target.focus();
  });
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    setWanted(size);
    more();
  };
  const sources = [...SOURCES.map(({ id }) => id as string), OTHERS].filter(id => (counts[id] ?? 0) > 0);
  const countAt = (each: CitingPlace) => items.filter(({ where }) => where === each).length;
  // Further pages may have kinds that the loaded ones lack.
  const places = isWhole ? PLACE_NAMES.filter(each => countAt(each) > 0) : PLACE_NAMES;
  const numberAt = (each: CitingPlace) => (isWhole ? ` (${count(countAt(each))})` : '');
  return (
    <section aria-labelledby={`references-${list}`}>
      <h3 id={`references-${list}`}>
        {HEADINGS[list]} ({count(total)})
      </h3>
      <div class="filters-row">
        {sources.length > 1 && (
          <Choice
            label="Source"
            value={source}
            options={[
              { value: '', label: 'All' },
              ...sources.map(id => ({ value: id, label: `${sourceName(id)} (${count(counts[id] ?? 0)})` })),
            ]}
            onChange={choose(setSource)}
          />
        )}
        {places.length > 1 && (
          <Choice
            label="Where"
            value={place}
            options={[
              { value: '', label: 'Anywhere' },
              ...places.map(each => ({ value: each, label: PLACES[each] + numberAt(each) })),
            ]}
            onChange={choose(setPlace)}
          />
        )}
      </div>
      <p class="list-count" role="status">
        {isLoading
          ? `${count(shown.length)} found, looking further …`
          : shown.length < total && `${count(shown.length)} of ${count(total)} shown`}
      </p>
      <ul ref={shownList} class="references-list">
        {shown.map(item => (
          <li key={`${item.where} ${item.identifier}`}>
            <Item item={item} subject={list === 'cited_by' ? subject : null} />
          </li>
        ))}
      </ul>
      {failure && <FailureMessage failure={failure} again={more} />}
      {hasMore && (
        <button
          type="button"
          class="button-small"
          onClick={() => {
            asked.current = shown.length;
            setWanted(wanted + size);
            more();
          }}
        >
          Show more
        </button>
      )}
    </section>
  );
}

interface ItemProps {
  item: Reference;
  /** The identifier of the page's document, which the item cites; null where the page cites the item. */
  subject: string | null;
}

function Item({
  item: { identifier, url, display_title, where, count: times, pinpoints },
  subject,
}: ItemProps) {
  const name = <Name text={display_title ?? lawName(identifier)} />;
  const to = url === null ? null : pathOf(identifier, url);
  const { path, search } = currentAddress();
  const cited = subject === null ? to : path + search;
  return (
    <>
      {to === null ? name : <a href={webHref(to)}>{name}</a>}{' '}
      <small>
        {PLACES[where]}
        {times > 1 && `, ${counted(times, 'citation')}`}
        {pinpoints.map(labels => {
          const text = placeName(subject ?? identifier, labels);
          return (
            <>, {cited === null ? text : <a href={`${webHref(cited)}#${labels.join('-')}`}>{text}</a>}</>
          );
        })}
      </small>
    </>
  );
}

/** The web path of a document or level. @param url in the API */
function pathOf(identifier: string, url: string): string | null {
  const source = sourceOfIdentifier(identifier);
  if (!source) return null;
  if (url.includes('/structure/'))
    return webPathOfPlace({ view: 'structure', source: source.id, level: identifier });
  return webPathOf({ source: source.id, identifier, metadata: {} });
}
