import v8 from 'node:v8';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { PAGES_EXTENTS } from '../contract/precomputed.ts';
import { KEPT_BUILDS } from '../options.ts';
import { formatReport } from '../report/report.ts';
import { readSigner } from '../signature/sign.ts';
import { buildTree } from './build-tree.ts';
import { explain } from './explain.ts';
import { openJobFiles } from './job-files.ts';
import { readSite, SITE_FLAGS } from './site-flags.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR      the corpus (default: $CORPUS or corpus)
  --out DIR         the tree (default: $DIST or dist)
  --keep-going      leave bad documents out instead of failing
  --strict          exit code 3 where documents were left out, though the rest is published
  --cold            ignore what earlier builds left
  --pages WHICH     all pages of all lists, or "front": of lists through a whole source only the first 25 (default: all)
  --sign FILE       sign what is published with this secret key ("npm run sign -- --help" tells more)
  --no-bulk         make no dumps, the files of all documents of a title or month
  --no-site         make no site: no pages for people beside the API
  --site-url URL    the public address of the site, such as https://law.example.org/: canonical links, feeds and sitemaps name it
  --no-search       make no index for the embedded search engine (a tree for a CDN or for Typesense needs none)
  --no-spare        do not keep the search index that was replaced: it takes the room of another one, and spares the next build a copy
  --changes-keep N  keep what the last N builds have changed, in changes/ (default: ${KEPT_BUILDS})
  --changes FILE    write every file that was written or removed, with its URLs and cache tags, as NDJSON
  --summary FILE    write what became of the build, as JSON
  --help            print this

Exit codes: 0 the tree is up to date, changed or not; 1 failed, the published tree is whole; 2 wrong usage;
3 published without some documents (only with --strict).
`;

/** `npm run build`. */
export const run = command({
  usage: USAGE,
  options: {
    corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
    out: { type: 'string', default: process.env.DIST || 'dist' },
    'keep-going': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
    pages: { type: 'string', default: 'all' },
    sign: { type: 'string' },
    'no-bulk': { type: 'boolean', default: false },
    'no-search': { type: 'boolean', default: false },
    'no-spare': { type: 'boolean', default: false },
    ...SITE_FLAGS,
    'changes-keep': { type: 'string', default: String(KEPT_BUILDS) },
    changes: { type: 'string' },
    summary: { type: 'string' },
  },
  explain,
  async execute(flags) {
    const { corpus, out, cold, pages, strict, sign, 'keep-going': keepGoing } = flags;
    const extent = PAGES_EXTENTS.find(known => known === pages);
    if (!extent) throw new UsageError(`--pages takes ${PAGES_EXTENTS.join(' or ')}, not ${pages}.`);
    // Before hours are spent.
    const signer = sign === undefined ? null : readSigner(sign, process.env.SIGN_PASSWORD || null);
    const changesKeep = readKeep(flags['changes-keep'] ?? '');
    const site = readSite(flags);
    const files = openJobFiles(out, flags.changes, flags.summary);
    // A build is short: V8 gets back less than the time that it takes to inline deeply (4% of a cold build on Node 20,
    // nothing on Node 24). A V8 without that flag would say so, and go on.
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
      onPublished,
    };
    try {
      const report = await buildTree(choices);
      process.stdout.write(`${formatReport(report)}\n`);
      const exitCode = strict && report.problems.length > 0 ? EXIT.incomplete : EXIT.done;
      files.finish(report, exitCode);
      return exitCode;
    } catch (error) {
      files.fail(error, explain(error));
      throw error;
    } finally {
      files.close();
    }
  },
});

const MOST_KEPT = 100_000;

function readKeep(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_KEPT) return count;
  throw new UsageError(`--changes-keep must be a whole number from 1 to ${MOST_KEPT}, not ${text}.`);
}
