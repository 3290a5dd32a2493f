import { build } from '../build.ts';
import { codeVersion, siteVersion } from '../common/code-version.cjs';
import type { BuildOptions } from '../options.ts';
import { makeProgress } from '../report/progress.ts';
import type { BuildReport } from '../report/report.ts';

/** Makes trees readable for all; a mirror would take other modes for a change. */
export const UMASK = 0o022;

/** The user's choices for a build. */
export type Choices = Pick<
  BuildOptions,
  | 'corpus'
  | 'out'
  | 'keepGoing'
  | 'cold'
  | 'search'
  | 'spare'
  | 'pages'
  | 'bulk'
  | 'signer'
  | 'changesKeep'
  | 'maxRemoved'
  | 'archive'
  | 'historyFrom'
  | 'onPublished'
> & {
  site: { url: string | null } | null;
};

/** Builds a tree and reports progress on standard error. @throws as `build` does */
export function buildTree(choices: Choices): Promise<BuildReport> {
  process.umask(UMASK);
  return build({
    ...choices,
    version: codeVersion(),
    site: choices.site && { url: choices.site.url, version: siteVersion() },
    progress: makeProgress(process.stderr, Date.now),
    notice: message => process.stderr.write(`${message}\n`),
    now: Date.now,
  });
}
