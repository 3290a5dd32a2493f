import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { HistorySource } from '../history/published-history.ts';
import type { Bucket } from './bucket.ts';
import { DirectorySource } from './directory-source.ts';
import { type LocationOptions, openBucket, openSource } from './locations.ts';

/** Opens the published tree from which a build takes its history (`--history-from`). @throws UsageError */
export function openHistorySource(location: string, options: LocationOptions): HistorySource {
  if (/^https?:/i.test(location)) {
    const source = openSource(location, options);
    // A cache on the way may have yesterday's index.
    const anew = Date.now().toString(16);
    return {
      name: source.name,
      copy: (name, to, bytes) => source.copy(name, to, bytes, anew),
      close: () => source.close(),
    };
  }
  if (/^[a-z0-9+]+:\/\//i.test(location)) return inBucket(openBucket(location, options));
  // The directory may not exist yet: a first build comes before a first publication.
  return new DirectorySource(path.resolve(location));
}

const inBucket = (bucket: Bucket): HistorySource => ({
  name: bucket.name,
  async copy(name, to, most) {
    const content = await bucket.get(name, most);
    if (!content) return null;
    fs.writeFileSync(to, content);
    return { bytes: content.length, sha256: hash('sha256', content) };
  },
  close: () => bucket.close(),
});
