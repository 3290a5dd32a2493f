import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { takeLock } from '../common/lock.ts';
import { FETCHED_SOURCES } from '../fetch/fetch.ts';
import { outcomeOf } from '../import/report.ts';
import { BUILD_FLAGS, buildByFlags } from './build.ts';
import { explain } from './explain.ts';
import { FETCH_FLAGS, fetchByFlags, formatFetched } from './fetch.ts';
import { importByFlags, inCorpus, refuseSample } from './import.ts';

const USAGE = `Usage: npm run update -- [usc] [ecfr] [fr] [options]

Fetches what is new at the official places, imports it into the corpus and builds the tree: for a line of cron. All sources, where none
is named.

  --corpus DIR   the corpus that is imported into (default: $CORPUS or corpus); not the sample
  --out DIR      the tree (default: $DIST or dist)
  --allow-older  an older edition may take the place of a newer one
  --into, --since, --titles, --from                as "npm run fetch -- --help" tells
  all other options of "npm run build -- --help"

Exit codes: those of the build; 1 where a word would be lost, or another update, import or build is
running (nothing is built then); 3 where a file could
not be fetched or imported: it stays as it was, and the rest is built.
`;

export const run = command({
  usage: USAGE,
  options: { ...FETCH_FLAGS, ...BUILD_FLAGS, 'allow-older': { type: 'boolean', default: false } },
  takesOperands: true,
  explain,
  async execute(flags, operands) {
    const unknown = operands.find(name => !FETCHED_SOURCES.some(source => source === name));
    if (unknown !== undefined) throw new UsageError(`There is no source ${unknown}.`);
    const sources = FETCHED_SOURCES.filter(source => operands.length === 0 || operands.includes(source));
    const { corpus, into, 'allow-older': allowsOlder } = flags;
    // Before anything is fetched.
    refuseSample(corpus);
    fs.mkdirSync(into, { recursive: true });
    const unlock = takeLock(
      path.join(into, '.update.lock'),
      `Another update of ${into} is running. Nothing was done.`,
    );
    try {
      const fetched = await fetchByFlags(sources, flags);
      process.stdout.write(`${formatFetched(fetched)}\n`);
      const imports = () => importByFlags({ from: [into], corpus, allowsOlder, isCheck: false });
      const outcome = outcomeOf(await inCorpus(corpus, false, imports));
      if (outcome === 'words differ') return EXIT.failed;
      const code = await buildByFlags(flags);
      const isPartial = outcome !== 'whole' || fetched.some(({ problems }) => problems.length > 0);
      return code === EXIT.done && isPartial ? EXIT.incomplete : code;
    } finally {
      unlock();
    }
  },
});
