import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ChangeKind, LevelChange } from '../../../../contract/level-changes.ts';
import { structureLevelUrl } from '../../../../contract/paths.ts';
import type { Source } from '../../../../contract/sources.ts';
import { addStyles } from '../../add-styles.ts';
import { isStatic, webHref } from '../../address.ts';
import type { LevelDetail } from '../../api-types.ts';
import { ApiCall } from '../../components/api-call.tsx';
import { FailureMessage } from '../../components/failure-message.tsx';
import { Name } from '../../components/name.tsx';
import { Pager } from '../../components/pager.tsx';
import { longDate } from '../../format.ts';
import { type Page, usePage } from '../../head.ts';
import { navigate } from '../../router.ts';
import { useApi } from '../../use-api.ts';
import type { Means } from '../means.ts';
import styles from './changes.css';
import {
  changesPath,
  changeWords,
  type Days,
  daysShown,
  type Editions,
  editionsOf,
  linksOf,
  nothingWords,
  summaryOf,
  type TitleHistory,
  unknownOf,
} from './changes.ts';

addStyles(styles);

interface Changes {
  known: { from: string | null };
  counts: Record<ChangeKind, number>;
  changes: LevelChange[];
}

interface Props {
  source: Source;
  level: LevelDetail;
  /** The web path of the level. */
  path: string;
  /** Of the address. */
  search: string;
  /** Of the page of the level. This and the next would be another file, if they were imported. */
  head: Page;
  citationQuery: Means['citationQuery'];
}

/** Changes on a page. */
const LIMIT = 100;

/** What changed in a level after one day and until another. */
export function ChangesView(props: Props) {
  // Search engines should show the page of the level.
  const page: Page = { ...props.head, title: `Changes in ${props.head.title}`, isMissing: true };
  return isStatic() ? <NoChanges page={page} /> : <ChangesOfDays {...props} page={page} />;
}

function NoChanges({ page }: { page: Page }) {
  usePage(page);
  return (
    <p class="note">
      This copy of the site is made of files alone, and no file holds what changed between two days.
    </p>
  );
}

function ChangesOfDays({ source, level, path, search, citationQuery, page }: Props & { page: Page }) {
  const title = level.path[0]?.identifier ?? level.identifier;
  const history = useApi<TitleHistory>(`${structureLevelUrl(source, title)}/versions`);
  const editions = editionsOf(history.answer?.data ?? null, level.identifier);
  const days = daysShown(search, editions);
  const offset = new URLSearchParams(search).get('offset') ?? '0';
  const query = days && new URLSearchParams({ ...given(days), limit: String(LIMIT), offset });
  const target = query && `${structureLevelUrl(source, level.identifier)}/changes?${query}`;
  const { answer, failure, isLoading, again } = useApi<Changes>(target);
  // A title without editions has no history.
  const unknown = history.failure?.status === 404 ? null : history.failure;
  const isSettled = days ? !isLoading : !history.isLoading;
  usePage(answer || isSettled ? page : null);
  const place = { path, days };
  return (
    <section class="level-changes" aria-label="Changes" aria-busy={!isSettled}>
      {target !== null && <ApiCall target={target} />}
      <DaysForm {...place} />
      {editions && <EditionLinks editions={editions} {...place} />}
      {failure && <FailureMessage failure={failure} again={again} />}
      {!failure && unknown && <FailureMessage failure={unknown} again={history.again} />}
      {!days && isSettled && !unknown && <p>{nothingWords(editions)}</p>}
      {days && answer && !failure && !isLoading && (
        <>
          <p class="list-count" role="status">
            {summaryOf(days, answer.data.counts)} {unknownOf(days, answer.data.known.from)}
          </p>
          <ul class="documents">
            {answer.data.changes.map(change => (
              <Change
                key={`${change.identifier} ${change.date}`}
                source={source}
                change={change}
                citationQuery={citationQuery}
              />
            ))}
          </ul>
          {answer.pagination && (
            <Pager
              pagination={answer.pagination}
              pathOf={start => changesPath(path, { ...given(days), offset: String(start) })}
              label="Pages of changes"
            />
          )}
        </>
      )}
    </section>
  );
}

const given = ({ from, to }: Days): Record<string, string> => ({ from, ...(to !== null && { to }) });

interface PlaceProps {
  path: string;
  /** Those that are shown; null where there are none. */
  days: Days | null;
}

const NONE = { from: null, to: null };

/** Chooses the days. */
function DaysForm({ path, days }: PlaceProps) {
  const [typed, setTyped] = useState<Record<keyof Days, string | null>>(NONE);
  useEffect(() => setTyped(NONE), [days?.from, days?.to]);
  const field = (label: string, name: keyof Days) => (
    <label>
      {label}{' '}
      <input
        type="date"
        name={name}
        required={name === 'from'}
        value={typed[name] ?? days?.[name] ?? ''}
        onInput={event => setTyped({ ...typed, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form
      class="days-form"
      action={webHref(path)}
      onSubmit={event => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const chosen = { from: String(form.get('from')), to: String(form.get('to')) || null };
        navigate(changesPath(path, chosen), { isKeeping: true });
      }}
    >
      <input type="hidden" name="view" value="changes" />
      {field('Changes after', 'from')} {field('until', 'to')}{' '}
      <button type="submit" class="button-small">
        Show
      </button>
    </form>
  );
}

/** Editions that links lead to; the form leads to all others. */
const MOST_EDITIONS = 12;

function EditionLinks({ editions: { days, first }, ...place }: PlaceProps & { editions: Editions }) {
  const [newest] = days;
  if (newest === undefined) return null;
  return (
    <nav class="editions" aria-label="Editions that changed anything here">
      <span>Editions with changes:</span>
      {days.slice(0, MOST_EDITIONS).map((to, i) => (
        <EditionLink key={to} own={{ from: days[i + 1] ?? first, to }} {...place}>
          {longDate(to)}
        </EditionLink>
      ))}
      {days.length > 1 && (
        <EditionLink own={{ from: first, to: newest }} {...place}>
          All since {longDate(first)}
        </EditionLink>
      )}
    </nav>
  );
}

const EditionLink = ({
  own,
  children,
  path,
  days,
}: PlaceProps & { own: Days; children: ComponentChildren }) => (
  <a
    href={webHref(changesPath(path, given(own)))}
    aria-current={own.from === days?.from && own.to === days.to ? 'true' : undefined}
    data-keep
  >
    {children}
  </a>
);

interface ChangeProps extends Pick<Props, 'source' | 'citationQuery'> {
  change: LevelChange;
}

function Change({ source, change, citationQuery }: ChangeProps) {
  const { change: kind, display_title, date, was } = change;
  const { document, former, redline } = linksOf(source.id, change);
  return (
    <li class="document">
      <a class="document-link" href={webHref(document)}>
        <Name text={display_title} />
      </a>
      <span class="document-facts">
        <span class={`tag change-${kind}`}>{changeWords(change)}</span> <span>{longDate(date)}</span>{' '}
        {redline && (
          <a href={webHref(redline)}>
            What changed<span class="visually-hidden"> in {display_title}</span>
          </a>
        )}
        {former && was !== null && (
          <a href={webHref(former)}>
            Formerly {citationQuery({ source: source.id, identifier: was }) ?? was}
          </a>
        )}
      </span>
    </li>
  );
}
