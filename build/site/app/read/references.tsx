import { useState } from 'preact/hooks';
import type { CitingPlace, Reference, ReferenceCounts, ReferenceList } from '../../../contract/reference.ts';
import { SOURCES, type SourceId, sourceOf, sourceOfIdentifier } from '../../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import { Choice } from '../components/choice.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Name } from '../components/name.tsx';
import { counted } from '../format.ts';
import { useApi } from '../use-api.ts';
import { lawName } from './law-name.ts';

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

/** What cites a document, and what it cites. @param target of the document in the API */
export function References({ target }: { target: string }) {
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
}

type IsShown = (item: Reference) => boolean;

function List({ list, items, counts, target }: ListProps) {
  const [source, setSource] = useState('');
  const [place, setPlace] = useState('');
  const [pages, setPages] = useState(1);
  const total = totalOf(counts);
  const isShown: IsShown = ({ identifier, where }) =>
    (source === '' || (sourceOfIdentifier(identifier)?.id ?? OTHERS) === source) &&
    (place === '' || where === place);
  // Where there are more, the first items are a whole page.
  const size = items.length;
  const sources = [...SOURCES.map(({ id }) => id as string), OTHERS].filter(id => (counts[id] ?? 0) > 0);
  const places = PLACE_NAMES.filter(each => items.some(({ where }) => where === each));
  return (
    <section aria-labelledby={`references-${list}`}>
      <h3 id={`references-${list}`}>
        {HEADINGS[list]} ({total.toLocaleString('en-US')})
      </h3>
      <p class="cite-actions">
        {sources.length > 1 && (
          <Choice
            label="Source"
            value={source}
            options={[
              { value: '', label: 'All' },
              ...sources.map(id => ({ value: id, label: `${sourceName(id)} (${counts[id]})` })),
            ]}
            onChange={setSource}
          />
        )}
        {places.length > 1 && (
          <Choice
            label="Where"
            value={place}
            options={[
              { value: '', label: 'Anywhere' },
              ...places.map(each => ({ value: each, label: PLACES[each] })),
            ]}
            onChange={setPlace}
          />
        )}
      </p>
      <ul>
        <Items items={items} isShown={isShown} />
        {Array.from({ length: pages - 1 }, (_, i) => (
          <Page key={i} target={`${target}&limit=${size}&offset=${size * (i + 1)}`} isShown={isShown} />
        ))}
      </ul>
      {pages * size < total && (
        <button type="button" class="button" onClick={() => setPages(pages + 1)}>
          Show more
        </button>
      )}
    </section>
  );
}

/** Further items of a list. */
function Page({ target, isShown }: { target: string; isShown: IsShown }) {
  const { answer, failure, again } = useApi<Reference[]>(target);
  if (answer) return <Items items={answer.data} isShown={isShown} />;
  return <li>{failure ? <FailureMessage failure={failure} again={again} /> : <Loading />}</li>;
}

const Items = ({ items, isShown }: { items: readonly Reference[]; isShown: IsShown }) => (
  <>
    {items.filter(isShown).map(item => (
      <li key={`${item.where} ${item.identifier}`}>
        <Item {...item} />
      </li>
    ))}
  </>
);

function Item({ identifier, url, display_title, where, count, pinpoints }: Reference) {
  const name = <Name text={display_title ?? lawName(identifier)} />;
  const to = url === null ? null : pathOf(identifier, url);
  return (
    <>
      {to === null ? name : <a href={webHref(to)}>{name}</a>}{' '}
      <small>
        {[
          PLACES[where],
          ...(count > 1 ? [counted(count, 'citation')] : []),
          ...pinpoints.map(labels => labels.map(label => `(${label})`).join('')),
        ].join(', ')}
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
