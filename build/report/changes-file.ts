import { tagsToPurge } from '../contract/cache-tags.ts';
import type { Change } from '../contract/changes.ts';
import { documentOfFile } from '../files/document-file.ts';
import { pageUrls } from './page-urls.ts';
import { spellingsOf } from './spellings.ts';

/** Writes a line of `--changes` (build/README.md, For the nightly job). @param path relative to the tree */
export function changeLine({ path, change }: { path: string; change: Change }, tree: string): string {
  const identifier = documentOfFile(path)?.identifier;
  const urls = [...spellingsOf(path), ...pageUrls(path, tree)];
  return `${JSON.stringify({ path, change, identifier, urls, tags: tagsToPurge(path) })}\n`;
}
