import v8 from 'node:v8';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { PAGES_EXTENTS } from '../contract/precomputed.ts';
import { formatReport } from '../report/report.ts';
import { readSigner } from '../signature/sign.ts';
import { buildTree } from './build-tree.ts';
import { explain } from './explain.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --out DIR      the tree (default: $DIST or dist)
  --keep-going   leave bad documents out instead of failing
  --cold         ignore what earlier builds left
  --pages WHICH  all pages of all lists, or "front": of lists through a whole source only the first 25 (default: all)
  --sign FILE    sign what is published with this secret key ("npm run sign -- --help" tells more)
  --no-bulk      make no dumps, the files of all documents of a title or month
  --no-search    make no index for the embedded search engine (a tree for a CDN or for Typesense needs none)
  --help         print this
`;

/** `npm run build`. */
export const run = command({
  usage: USAGE,
  options: {
    corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
    out: { type: 'string', default: process.env.DIST || 'dist' },
    'keep-going': { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
    pages: { type: 'string', default: 'all' },
    sign: { type: 'string' },
    'no-bulk': { type: 'boolean', default: false },
    'no-search': { type: 'boolean', default: false },
  },
  explain,
  async execute({ corpus, out, cold, pages, sign, ...flags }) {
    const extent = PAGES_EXTENTS.find(known => known === pages);
    if (!extent) throw new UsageError(`--pages takes ${PAGES_EXTENTS.join(' or ')}, not ${pages}.`);
    // Before hours are spent.
    const signer = sign === undefined ? null : readSigner(sign, process.env.SIGN_PASSWORD || null);
    // A build is short: V8 gets back less than the time that it takes to inline deeply (4% of a cold build on Node 20,
    // nothing on Node 24). A V8 without that flag would say so, and go on.
    v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
    const report = await buildTree({
      ...{ corpus, out, cold, pages: extent, signer },
      keepGoing: flags['keep-going'],
      search: !flags['no-search'],
      bulk: !flags['no-bulk'],
    });
    process.stdout.write(`${formatReport(report)}\n`);
    return EXIT.done;
  },
});
