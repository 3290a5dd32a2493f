import type { Source } from '../../../contract/sources.ts';
import { levelFeed } from '../../feeds/level-feed.ts';
import { webHref } from '../address.ts';

interface Props {
  source: Source;
  /** Of the page, as in `WebPlace`. */
  numbers: Readonly<Record<string, string>>;
}

/** Link to the feed of what changes in the level of a page. */
export function ChangesFeed({ source, numbers }: Props) {
  // As `read/has-archive.ts`: a module of two parts would be a file of its own.
  const isArchived = document.querySelector('meta[name="pandect-archive"]') !== null;
  const address = isArchived ? levelFeed(source, numbers) : null;
  if (address === null) return null;
  return (
    <p class="changes-feed">
      <a href={webHref(address)} type="application/atom+xml">
        Feed of what changes here
      </a>
    </p>
  );
}
