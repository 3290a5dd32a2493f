import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type PastQuery, pastHead, pastTarget } from '../../../../contract/past-page.ts';
import { sourceOf } from '../../../../contract/sources.ts';
import type { VersionFacts } from '../../../../contract/version.ts';
import { webPathOf } from '../../../../contract/web-path.ts';
import { addStyles } from '../../add-styles.ts';
import { webHref } from '../../address.ts';
import { ApiCall } from '../../components/api-call.tsx';
import { FailureMessage } from '../../components/failure-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { ViewHead } from '../../components/view-head.tsx';
import { counted, label, longDate } from '../../format.ts';
import { usePage } from '../../head.ts';
import { useApi } from '../../use-api.ts';
import type { ReadDocument } from '../document.ts';
import type { Means, ReadProps } from '../means.ts';
import { changesIn, foldUnchanged } from './fold-unchanged.ts';
import { groupsOf, isOnly, type Piece } from './groups.ts';
import { markedGroup } from './marked.ts';
import styles from './redline.css';
import { settleMarks } from './settle.ts';

addStyles(styles);

interface Moved {
  from_label: string;
  to_label: string;
  from_start: number;
  to_start: number;
}

interface Diff {
  identifier: string;
  from: VersionFacts;
  to: VersionFacts;
  body: Piece[];
  moved: Moved[];
  metadata: { field: string; from: unknown; to: unknown }[];
}

interface Props extends ReadProps {
  past: PastQuery;
  means: Means;
}

/** What changed between two texts of a document, as lawyers read it. */
export function RedlineView({ source, identifier, past, means }: Props) {
  const target = pastTarget(sourceOf(source), identifier, past);
  const { answer, failure, again } = useApi<Diff>(target);
  const on = past.to === null ? '' : `&on=${encodeURIComponent(past.to)}`;
  const own = useApi<ReadDocument>(`${means.documentTarget(source, identifier)}?fields=metadata${on}`);
  const document = own.answer?.data ?? null;
  const diff = answer?.data ?? null;
  const problem = failure ?? own.failure;
  const isReady = document && diff;
  usePage(isReady && { ...pastHead(means.documentHead(document), past), isMissing: true });
  if (problem) return <FailureMessage failure={problem} again={failure ? again : own.again} isPage />;
  if (!isReady) return <Loading what="what changed " />;
  const path = webPathOf(document);
  return (
    <article class="reader redline" data-source={source}>
      <Head document={document} means={means} />
      <p class="standing">
        From <a href={webHref(`${path}?on=${past.from}`)}>the text of {longDate(diff.from.from)}</a> to{' '}
        <a href={webHref(past.to === null ? path : `${path}?on=${past.to}`)}>
          that of {longDate(diff.to.from)}
        </a>
        . <a href={webHref(`${path}#versions`)}>All versions of the current page</a>
      </p>
      <Changes key={target} diff={diff} document={document} means={means} />
      <MetadataChanges changes={diff.metadata} />
      <ApiCall target={target} />
    </article>
  );
}

function Head({ document, means }: { document: ReadDocument; means: Means }) {
  const crumbs = means.crumbsOf(document, means.useOwnLevels(document));
  return <ViewHead crumbs={crumbs} above="What changed in" heading={means.headingOf(document)} />;
}

interface ChangesProps {
  diff: Diff;
  document: ReadDocument;
  means: Means;
}

const KEYS: Readonly<Record<string, number>> = { n: 1, p: -1 };

/** The text with its changes. `n` and `p` lead from one to the next while the focus is within. */
function Changes({ diff, document, means }: ChangesProps) {
  const root = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState<readonly HTMLElement[] | null>(null);
  const [at, setAt] = useState(-1);
  const { setText, settingOf, sanitise } = means;
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const controller = new AbortController();
    const { markdown, moved } = markdownOf(diff);
    const settling = { within: null, moved };
    element.replaceChildren();
    setText(element, markdown, settingOf(document), {
      sanitise,
      pause: () => new Promise(resolve => setTimeout(resolve)),
      signal: controller.signal,
      onProgress: () => settleMarks(element, settling),
    }).then(isSet => {
      if (!isSet) return;
      foldUnchanged(element);
      setChanges(changesIn(element));
    });
    return () => controller.abort();
  }, [diff]);
  const count = changes?.length ?? 0;
  const go = (step: number): void => {
    if (!changes || count === 0) return;
    const next = at < 0 && step < 0 ? count - 1 : (at + step + count) % count;
    const change = changes[next] as HTMLElement;
    for (let fold = change.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    change.tabIndex = -1;
    change.focus({ preventScroll: true });
    change.scrollIntoView({ block: 'center' });
    setAt(next);
  };
  return (
    <section
      aria-label="Changes"
      aria-busy={changes === null}
      onKeyDown={event => {
        const step = KEYS[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        go(step);
      }}
    >
      {changes && (
        <div class="redline-bar">
          <span role="status">
            {count === 0
              ? 'The words are the same. Only marks, links or details differ.'
              : at < 0
                ? counted(count, 'change')
                : `Change ${at + 1} of ${count}`}
          </span>
          {count > 0 && (
            <>
              <button type="button" class="button-small" aria-keyshortcuts="p" onClick={() => go(-1)}>
                Previous change
              </button>
              <button type="button" class="button-small" aria-keyshortcuts="n" onClick={() => go(1)}>
                Next change
              </button>
            </>
          )}
          <button type="button" class="button-small" onClick={() => window.print()}>
            Print
          </button>
        </div>
      )}
      <p class="redline-key">
        <del>Deleted words</del> are struck through, <ins>inserted words</ins> are underlined.
      </p>
      <div class="law" ref={root} />
    </section>
  );
}

/** The text with marks, and the words for its moved paragraphs. */
function markdownOf({ body, moved }: Diff): { markdown: string; moved: string[] } {
  const words: string[] = [];
  const groups = groupsOf(body);
  const markdown = groups.map((group, i) => {
    const end = groups[i + 1];
    const isIn = (start: number, side: 'from' | 'to'): boolean =>
      group[side] <= start && start < (end?.[side] ?? Infinity);
    const goes = isOnly(group, '-') ? moved.find(({ from_start }) => isIn(from_start, 'from')) : undefined;
    const comes = isOnly(group, '+') ? moved.find(({ to_start }) => isIn(to_start, 'to')) : undefined;
    if (goes)
      words.push(`Moved${goes.to_label === '' ? '' : ` to ${goes.to_label}`}: it stands elsewhere now.`);
    if (comes) words.push(`Moved here${comes.from_label === '' ? '' : ` from ${comes.from_label}`}.`);
    return markedGroup(group, goes || comes ? words.length - 1 : null);
  });
  return { markdown: markdown.join('\n\n'), moved: words };
}

/** Details that differ, apart from the text. */
function MetadataChanges({ changes }: { changes: Diff['metadata'] }) {
  if (changes.length === 0) return null;
  return (
    <details class="redline-details">
      <summary>Details that differ ({changes.length})</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Detail</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{label(field)}</th>
              <td>{wordsOf(from)}</td>
              <td>{wordsOf(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const wordsOf = (value: unknown): string =>
  value === null
    ? 'none'
    : Array.isArray(value)
      ? value.map(wordsOf).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
