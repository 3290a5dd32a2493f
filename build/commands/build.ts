import v8 from 'node:v8';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { PAGES_EXTENTS } from '../contract/precomputed.ts';
import { formatReport } from '../report/report.ts';
import { buildTree } from './build-tree.ts';
import { explain } from './explain.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --out DIR      the tree (default: $DIST or dist)
  --keep-going   leave bad documents out instead of failing
  --cold         ignore what earlier builds left
  --pages WHICH  all pages of all lists, or "front": of lists through a whole source only the first 25 (default: all)
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
    'no-search': { type: 'boolean', default: false },
  },
  explain,
  async execute({ corpus, out, cold, pages, 'keep-going': keepGoing, 'no-search': noSearch }) {
    const extent = PAGES_EXTENTS.find(known => known === pages);
    if (!extent) throw new UsageError(`--pages takes ${PAGES_EXTENTS.join(' or ')}, not ${pages}.`);
    // A build is short: V8 gets back less than the time that it takes to inline deeply (4% of a cold build on Node 20,
    // nothing on Node 24). A V8 without that flag would say so, and go on.
    v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
    const report = await buildTree({ corpus, out, keepGoing, cold, search: !noSearch, pages: extent });
    process.stdout.write(`${formatReport(report)}\n`);
    return EXIT.done;
  },
});
