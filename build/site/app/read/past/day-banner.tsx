import type { VersionFacts } from '../../../../contract/version.ts';
import { isStatic, webHref } from '../../address.ts';
import { longDate } from '../../format.ts';
import { DayForm } from './day-form.tsx';

interface Props {
  /** The day, or the name of a version. */
  on: string;
  /** What is known of the text of the day. */
  facts: VersionFacts;
  /** Of the document's page. */
  path: string;
}

/** Tells that a page shows the text of a day, and what is known of it. */
export function DayBanner({ on, facts, path }: Props) {
  const day = on.slice(0, 10);
  const { from, to, last_seen, certain } = facts;
  return (
    <section class="standing day-banner" aria-label="Which text this is">
      <p>
        <strong>As of {longDate(day)}.</strong>{' '}
        {to === null ? 'This is the text of today, too.' : <strong>Not the current text.</strong>}{' '}
        <a href={webHref(path)}>Go to the current page</a>
        {to !== null && !isStatic() && (
          <>
            {' or '}
            <a href={webHref(`${path}?from=${on}`)}>see what has changed since</a>
          </>
        )}
        .
      </p>
      <p>
        In force from {longDate(from)}
        {to === null ? '' : ` to ${longDate(to)}`}; text last seen {longDate(last_seen)}.
        {!certain && to !== null && (
          <>
            {' '}
            <strong>It is not certain that this was the text of {longDate(day)}:</strong> it changed on some
            day after {longDate(last_seen)} and not later than {longDate(to)}.
          </>
        )}{' '}
        Links in the text lead to the law of today.
      </p>
      <DayForm key={on} path={path} on={on} />
    </section>
  );
}
