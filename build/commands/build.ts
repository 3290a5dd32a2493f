import v8 from 'node:v8';
import { command, EXIT, type Flags, UsageError } from '../common/command-line.ts';
import { PAGES_EXTENTS } from '../contract/precomputed.ts';
import type { HistorySource } from '../history/published-history.ts';
import { KEPT_BUILDS } from '../options.ts';
import { DEFAULT_MAX_REMOVED, readMaxRemoved } from '../publish/max-removed.ts';
import { formatReport } from '../report/report.ts';
import { readSigner } from '../signature/sign.ts';
import { openHistorySource } from '../sync/history-source.ts';
import { PUBLISHED_ARCHIVE_FLAGS, readArchive } from './archive-flags.ts';
import { buildTree } from './build-tree.ts';
import { explain } from './explain.ts';
import { openJobFiles } from './job-files.ts';
import { readSite, SITE_FLAGS } from './site-flags.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR      the corpus (default: $CORPUS or corpus)
  --out DIR         the tree (default: $DIST or dist)
  --keep-going      leave bad documents out instead of failing
  --strict          exit code 3 where documents were left out that the last build's report does not name, though the rest is published
  --max-removed N   refuse (exit code 4) where more than N documents of a source, or N%, would go from a tree that is there
                    (default: ${DEFAULT_MAX_REMOVED}; 100% lets everything go)
  --cold            ignore what earlier builds left
  --pages WHICH     all pages of all lists, or "front": of lists through a whole source only the first 25 (default: all)
  --sign FILE       sign what is published with this secret key ("npm run sign -- --help" tells more)
  --no-bulk         make no dumps, the files of all documents of a title or month
  --no-site         make no site: no pages for people beside the API
  --site-url URL    the public address of the site, such as https://law.example.org/: canonical links, feeds and sitemaps name it
  --no-search       make no index for the embedded search engine (a tree for a CDN or for Typesense needs none)
  --no-spare        do not keep the search index that was replaced: it takes the room of another one, and spares the next build a copy
  --changes-keep N  keep what the last N builds have changed, in changes/ (default: ${KEPT_BUILDS})
  --archive DIR     keep every version of every document in this archive, and publish former versions: documents of other days,
                    lists of versions (build/archive/README.md)
  --as-of DATE      the day to which the corpus is current, where documents do not tell it, or are wrong
  --versions WHERE  "files": former versions are files of the tree; "archive": they stay in the archive, from which a server with
                    its ARCHIVE set answers (default: files)
  --archive-keep N  keep only the newest N versions of each document, or with a date those in force on that day or later
                    (default: everything is kept)
  --history-from PLACE  a tree without its history, or with an older one, takes that of the published tree: a directory, the address
                    of a server, or s3://BUCKET/PREFIX (as "npm run sync" has them)
  --changes FILE    write every file that was written or removed, with its URLs and cache tags, as NDJSON
  --summary FILE    write what became of the build, as JSON
  --help            print this

Exit codes: 0 the tree is up to date, changed or not; 1 failed, the published tree is whole; 2 wrong usage;
3 published without some documents that the last build's report does not name (only with --strict);
4 refused, since too much would be removed, or texts would enter the archive before the day of an earlier --as-of:
the published tree is as it was.
`;

export const BUILD_FLAGS = {
  corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
  out: { type: 'string', default: process.env.DIST || 'dist' },
  'keep-going': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  'max-removed': { type: 'string', default: DEFAULT_MAX_REMOVED },
  cold: { type: 'boolean', default: false },
  pages: { type: 'string', default: 'all' },
  sign: { type: 'string' },
  'no-bulk': { type: 'boolean', default: false },
  'no-search': { type: 'boolean', default: false },
  'no-spare': { type: 'boolean', default: false },
  ...SITE_FLAGS,
  'changes-keep': { type: 'string', default: String(KEPT_BUILDS) },
  ...PUBLISHED_ARCHIVE_FLAGS,
  'history-from': { type: 'string' },
  changes: { type: 'string' },
  summary: { type: 'string' },
} as const;

/** @returns the exit code @throws UsageError, and errors of a build */
export async function buildByFlags(flags: Flags<typeof BUILD_FLAGS>): Promise<number> {
  const { corpus, out, cold, pages, strict, sign, 'keep-going': keepGoing } = flags;
  const extent = PAGES_EXTENTS.find(known => known === pages);
  if (!extent) throw new UsageError(`--pages takes ${PAGES_EXTENTS.join(' or ')}, not ${pages}.`);
  // Fails before hours are spent.
  const signer = sign === undefined ? null : readSigner(sign, process.env.SIGN_PASSWORD || null);
  const changesKeep = readKeep(flags['changes-keep'] ?? '');
  const site = readSite(flags);
  const maxRemoved = readMaxRemoved(flags['max-removed']);
  const historyFrom = historySource(flags['history-from']);
  const archive = readArchive(flags);
  const files = openJobFiles(out, flags.changes, flags.summary);
  // Limits deep inlining, which costs a short build more time than it saves (4% of a cold build on Node 20, nothing on Node
  // 24). A V8 without that flag prints a warning and goes on.
  v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
  const { onPublished } = files;
  const choices = {
    corpus,
    out,
    keepGoing,
    cold,
    search: !flags['no-search'],
    spare: !flags['no-spare'],
    bulk: !flags['no-bulk'],
    site,
    pages: extent,
    signer,
    changesKeep,
    maxRemoved,
    archive,
    historyFrom,
    onPublished,
  };
  try {
    const report = await buildTree(choices);
    process.stdout.write(`${formatReport(report)}\n`);
    const exitCode = strict && report.new_problems > 0 ? EXIT.incomplete : EXIT.done;
    files.finish(report, exitCode);
    return exitCode;
  } catch (error) {
    files.fail(error, explain(error));
    throw error;
  } finally {
    historyFrom?.close();
    files.close();
  }
}

export const run = command({ usage: USAGE, options: BUILD_FLAGS, explain, execute: buildByFlags });

/** @throws UsageError */
const historySource = (location: string | undefined): HistorySource | undefined =>
  location === undefined
    ? undefined
    : openHistorySource(location, {
        env: process.env,
        jobs: 1,
        notice: message => void process.stderr.write(`${message}\n`),
      });

const MOST_KEPT = 100_000;

function readKeep(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_KEPT) return count;
  throw new UsageError(`--changes-keep must be a whole number from 1 to ${MOST_KEPT}, not ${text}.`);
}
