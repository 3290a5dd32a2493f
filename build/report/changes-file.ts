import { tagsToPurge } from '../contract/cache-tags.ts';
import type { Change } from '../contract/changes.ts';
import { documentOfFile } from '../files/document-file.ts';
import { spellingsOf } from './spellings.ts';

/** A line of what `--changes` writes (build/README.md, For the nightly job). @param path relative to the tree */
export function changeLine({ path, change }: { path: string; change: Change }): string {
  const identifier = documentOfFile(path)?.identifier;
  return `${JSON.stringify({ path, change, identifier, urls: spellingsOf(path), tags: tagsToPurge(path) })}\n`;
}
