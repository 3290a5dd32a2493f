import { useEffect, useRef, useState } from 'preact/hooks';
import type { LawEvent } from '../../../../contract/events.ts';
import { isDated } from '../../../../contract/levels.ts';
import { type SourceId, sourceOfIdentifier } from '../../../../contract/sources.ts';
import type { VersionItem } from '../../../../contract/version.ts';
import { webPathOf, webPathOfPlace } from '../../../../contract/web-path.ts';
import { isStatic, webHref } from '../../address.ts';
import { FailureMessage } from '../../components/failure-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { count, longDate } from '../../format.ts';
import { useApi } from '../../use-api.ts';
import { dayOf, isCurrent, nameOf, versionOn } from './history.ts';
import { citationWords, dayWords, type EventTexts, KIND_WORDS, textsOf } from './law-events.ts';

export interface EventsProps {
  /** Of the document in the API. */
  target: string;
  identifier: string;
  /** Texts of the document, newest first; null where there is one at most. */
  versions: readonly VersionItem[] | null;
  /** Of the document's page. */
  path: string;
  /** The day that is shown; null for the text of today. */
  on: string | null;
}

/** Events that are shown at first. */
const FIRST = 30;

/** What the credits and notes of a document tell of its history, newest first. */
export function Events({ target, versions, ...place }: EventsProps) {
  const { answer, failure, again } = useApi<LawEvent[]>(`${target}/events`);
  if (isStatic())
    return (
      <p class="note">
        This copy of the site is made of files alone, and no file holds what credits and notes tell of the
        history. They are in the text.
      </p>
    );
  if (failure) return <FailureMessage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  if (answer.data.length === 0) return <p>No credits or notes tell of its history.</p>;
  return <List events={[...answer.data].reverse()} versions={versions ?? []} {...place} />;
}

interface ListProps extends Omit<EventsProps, 'target' | 'versions'> {
  events: readonly LawEvent[];
  versions: readonly VersionItem[];
}

function List({ events, ...place }: ListProps) {
  const [isAll, setAll] = useState(events.length <= FIRST);
  const list = useRef<HTMLOListElement>(null);
  const isAsked = useRef(false);
  // The button is gone: the focus goes on with what it brought.
  useEffect(() => {
    const next = list.current?.children[FIRST];
    if (!isAsked.current || !(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus();
  }, [isAll]);
  return (
    <div class="timeline">
      <p>
        What the law’s own credits and notes tell, newest first. They tell days, not texts: where a text of
        that time is held here, a link leads to it.
      </p>
      <ol ref={list}>
        {(isAll ? events : events.slice(0, FIRST)).map(event => (
          <Item key={JSON.stringify(event)} event={event} {...place} />
        ))}
      </ol>
      {!isAll && (
        <button
          type="button"
          class="button-small"
          onClick={() => {
            isAsked.current = true;
            setAll(true);
          }}
        >
          Show all {count(events.length)}
        </button>
      )}
    </div>
  );
}

interface ItemProps extends Omit<ListProps, 'events'> {
  event: LawEvent;
}

function Item({ event, identifier, versions, path, on }: ItemProps) {
  const { kind, document } = event;
  const source = document === null || document === identifier ? undefined : sourceOfIdentifier(document);
  const texts = textsOf(event, versions);
  const words = citationWords(event);
  return (
    <li>
      <p class="timeline-span">
        {dayWords(event)} <span class={`tag tag-${kind}`}>{KIND_WORDS[kind]}</span>
      </p>
      <p>
        {source && document !== null ? <a href={pageOf(source.id, document)}>{words}</a> : words}
        {event.identifier !== identifier && <OfPart identifier={event.identifier} />}
      </p>
      {texts && <Texts {...texts} date={event.date} versions={versions} path={path} on={on} />}
    </li>
  );
}

interface TextsProps extends EventTexts, Pick<ItemProps, 'versions' | 'path' | 'on'> {
  /** Of the event. */
  date: string | null;
}

/** Links to the first text from an event on, and to what changed with it. */
function Texts({ version, older, date, versions, path, on }: TextsProps) {
  const shown = on === null ? versions.find(isCurrent) : versionOn(versions, on);
  const name = nameOf(version);
  const day = longDate(version.from);
  const what = version.from === date ? `the text of ${day}` : `the first text held after it, of ${day}`;
  return (
    <p class="timeline-links">
      {version === shown ? (
        <span>Shown here: {what}</span>
      ) : (
        <a href={webHref(name === null ? path : `${path}?on=${name}`)}>Read {what}</a>
      )}{' '}
      {older && (
        <a href={webHref(`${path}?from=${dayOf(older)}&to=${dayOf(version)}`)}>
          What changed<span class="visually-hidden"> with {what}</span>
        </a>
      )}
    </p>
  );
}

const pageOf = (source: SourceId, identifier: string): string =>
  webHref(webPathOf({ source, identifier, metadata: {} }));

/** Many rules name a part or a subpart, and not its sections. */
function OfPart({ identifier }: { identifier: string }) {
  const source = sourceOfIdentifier(identifier);
  if (!source || isDated(source)) return null;
  const to = webPathOfPlace({ view: 'structure', source: source.id, level: identifier });
  return (
    <>
      . It names <a href={webHref(to)}>the {/\/sp[^/]+$/.test(identifier) ? 'subpart' : 'part'}</a> as a
      whole.
    </>
  );
}
