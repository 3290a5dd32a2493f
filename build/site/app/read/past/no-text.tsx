import type { ComponentChildren } from 'preact';
import type { VersionItem } from '../../../../contract/version.ts';
import { webHref } from '../../address.ts';
import { longDate } from '../../format.ts';
import { usePage } from '../../head.ts';
import { absenceOf, isCurrent } from './history.ts';
import { Timeline } from './timeline.tsx';

interface Props {
  /** Newest first. */
  versions: readonly VersionItem[];
  /** Of the document's page. */
  path: string;
  /** How people know the document. */
  name: string;
  /** The day that was asked for; null where it is today, and the document is gone. */
  on: string | null;
  /** Behind the versions. */
  children: ComponentChildren;
}

/** The page of a document on a day of which it has no text. */
export function NoText({ versions, path, name, on, children }: Props) {
  const title = on === null ? `${name} is no longer there` : `No text of ${longDate(on.slice(0, 10))}`;
  usePage({ title, isMissing: true });
  const current = versions.some(isCurrent);
  return (
    <>
      <div class="message">
        <h1>{title}</h1>
        <p>
          {on !== null && <>There is no text of {name} of that day here. </>}
          {absenceOf(versions, on ?? '9999-12-31')}
        </p>
        {current && (
          <p>
            <a href={webHref(path)}>Go to the current text</a>.
          </p>
        )}
      </div>
      <section aria-labelledby="versions-heading" class="versions">
        <h2 id="versions-heading">Versions ({versions.length})</h2>
        <Timeline versions={versions} path={path} on={on} />
      </section>
      {children}
    </>
  );
}
