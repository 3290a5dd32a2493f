import { useState } from 'preact/hooks';
import type { VersionItem } from '../../../../contract/version.ts';
import { isStatic, webHref } from '../../address.ts';
import { Choice } from '../../components/choice.tsx';
import { longDate } from '../../format.ts';
import { navigate } from '../../router.ts';
import { DayForm } from './day-form.tsx';
import { dayOf, gapBefore, isCurrent, knownOf, nameOf, noveltyOf, spanOf, versionOn } from './history.ts';

interface Props {
  /** Newest first. */
  versions: readonly VersionItem[];
  /** Of the document's page. */
  path: string;
  /** The day that is shown; null for the text of today. */
  on: string | null;
}

/** All versions of a document, newest first, with links to their texts and to what changed. */
export function Timeline({ versions, path, on }: Props) {
  const shown = on === null ? versions.find(isCurrent) : versionOn(versions, on);
  const removed = versions.some(isCurrent) ? null : (versions[0]?.to ?? null);
  return (
    <div class="timeline">
      <DayForm path={path} on={on} />
      {!isStatic() && versions.length > 1 && <Compare versions={versions} path={path} />}
      <ol reversed>
        {removed && (
          <li>
            <p class="timeline-span">Removed: {longDate(removed)}</p>
            <p>The edition of this day no longer has it.</p>
          </li>
        )}
        {versions.map((item, i) => (
          <Version
            key={item.url}
            item={item}
            older={versions[i + 1] ?? null}
            path={path}
            isShown={item === shown}
          />
        ))}
      </ol>
    </div>
  );
}

interface VersionProps {
  item: VersionItem;
  older: VersionItem | null;
  path: string;
  isShown: boolean;
}

function Version({ item, older, path, isShown }: VersionProps) {
  const gap = gapBefore(item, older);
  const name = nameOf(item);
  const to = name === null ? path : `${path}?on=${name}`;
  const what = spanOf(item);
  const novelty = noveltyOf(item, older);
  return (
    <>
      <li aria-current={isShown ? 'true' : undefined}>
        <p class="timeline-span">
          {what} {novelty && <span class="tag">{novelty}</span>}{' '}
          {name === null && <span class="tag">Current</span>} {isShown && <span class="tag">Shown here</span>}
        </p>
        <p>{knownOf(item, older)}</p>
        <p class="timeline-links">
          {!isShown && (
            <a href={webHref(to)}>
              Read this text<span class="visually-hidden"> of {what}</span>
            </a>
          )}{' '}
          {older && !isStatic() && (
            <a href={webHref(`${path}?from=${dayOf(older)}&to=${dayOf(item)}`)}>
              What changed<span class="visually-hidden"> from the version before to that of {what}</span>
            </a>
          )}
        </p>
      </li>
      {gap && (
        <li>
          <p class="timeline-span">
            {longDate(gap.from)} to {longDate(gap.to)}: not there
          </p>
          <p>The editions of these days do not have it.</p>
        </li>
      )}
    </>
  );
}

/** Chooses two versions to compare. */
function Compare({ versions, path }: Pick<Props, 'versions' | 'path'>) {
  const [from, setFrom] = useState(dayOf(versions[1] as VersionItem));
  const [to, setTo] = useState(dayOf(versions[0] as VersionItem));
  const options = versions.map(item => ({ value: dayOf(item), label: spanOf(item) }));
  return (
    <form
      class="compare-form"
      onSubmit={event => {
        event.preventDefault();
        navigate(`${path}?from=${from}&to=${to}`);
      }}
    >
      <Choice label="Compare" value={from} options={options} onChange={setFrom} />
      <Choice label="with" value={to} options={options} onChange={setTo} />
      <button type="submit" class="button-small">
        Show what changed
      </button>
    </form>
  );
}
