import { CHANGES, type ChangesEntry, type NamedFile } from '../contract/changes.ts';
import { changesUrl } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { atom, type FeedEntry, feedAddress, urnOf } from '../files/atom.ts';
import { StagingWriter } from '../files/staging.ts';

/** Builds in the feed; the index has all of them. */
const NEWEST = 50;

/** Stages the newest builds as a feed. @param entries newest first @param url see `SiteMaking` @returns how the index names it */
export function stageFeed(staging: string, entries: readonly ChangesEntry[], url: string | null): NamedFile {
  const newest = entries[0] as ChangesEntry;
  const content = atom({
    id: urnOf(changesUrl),
    title: 'Changes of the law in this collection',
    author: 'Pandect',
    updated: newest.published,
    self: feedAddress('/feeds/changes.atom', url),
    page: feedAddress(changesUrl, url),
    entries: entries.slice(0, NEWEST).map(entry => feedEntry(entry, url)),
  });
  const file = { path: CHANGES_FEED, content, timestamp: newest.published };
  const { path, bytes, sha256 } = new StagingWriter(staging).write(file);
  return { path, bytes, sha256 };
}

function feedEntry(entry: ChangesEntry, url: string | null): FeedEntry {
  const { number, build, published, complete, documents, sources, editions = 0 } = entry;
  const of = Object.entries(sources ?? {}).flatMap(([source, counts]) => {
    const summary = CHANGES.filter(name => counts[name] > 0).map(name => `${counts[name]} ${name}`);
    return summary.length > 0 ? [`${source}: ${summary.join(', ')}`] : [];
  });
  const summary =
    editions > 0 ? [...of, `another edition of ${editions} ${editions === 1 ? 'title' : 'titles'}`] : of;
  const title =
    complete || !documents
      ? `Build ${number}: everything, made anew`
      : `Build ${number}: documents ${CHANGES.map(name => `${name}: ${documents[name]}`).join(', ')}`;
  return {
    id: urnOf(`${changesUrl} ${build} ${number}`),
    title,
    updated: published,
    published,
    link: feedAddress(entry.url, url),
    category: null,
    summary: summary.length > 0 ? summary.join('; ') : null,
  };
}
