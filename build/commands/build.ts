import { parseArgs } from 'node:util';
import v8 from 'node:v8';
import { formatReport } from '../report/report.ts';
import { buildTree, type Choices } from './build-tree.ts';
import { EXIT, explain, isUsageError } from './explain.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --out DIR      the tree (default: $DIST or dist)
  --keep-going   leave bad documents out instead of failing
  --cold         ignore what earlier builds left
  --no-search    make no index for the embedded search engine (a tree for a CDN or for Typesense needs none)
  --help         print this
`;

function readOptions(args: string[]): Choices | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
      out: { type: 'string', default: process.env.DIST || 'dist' },
      'keep-going': { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      'no-search': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    corpus: values.corpus,
    out: values.out,
    keepGoing: values['keep-going'],
    cold: values.cold,
    search: !values['no-search'],
  };
}

/** `npm run build`. @param args what follows the command's name. @returns the exit code */
export async function run(args: string[]): Promise<number> {
  // A build is short: V8 gets back less than the time that it takes to inline deeply (4% of a cold build on Node 20,
  // nothing on Node 24). A V8 without that flag would say so, and go on.
  v8.setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
  try {
    const options = readOptions(args);
    if (options === 'help') process.stdout.write(USAGE);
    else process.stdout.write(`${formatReport(await buildTree(options))}\n`);
    return EXIT.done;
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${explain(error)}\n`);
    return isUsage ? EXIT.usage : EXIT.failed;
  }
}
