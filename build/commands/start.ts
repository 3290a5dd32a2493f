import fs from 'node:fs';
import { UndatedDocuments, UntoldDay } from '../archive/edition-day.ts';
import { command, type Flags, Refusal } from '../common/command-line.ts';
import { LockedError } from '../common/lock.ts';
import { SAMPLE_NOTICE } from '../contract/sample.ts';
import { readMark } from '../corpus/mark.ts';
import { manifestFile } from '../files/manifest/former.ts';
import { UnsuitableFolder } from '../previous/check-folders.ts';
import { manifestDigest } from '../previous/publication-plan.ts';
import { workspacesOf } from '../previous/workspace.ts';
import { DEFAULT_MAX_REMOVED, readMaxRemoved } from '../publish/max-removed.ts';
import { formatReport } from '../report/report.ts';
import { headerOf, type Making } from '../state/header.ts';
import { archiveAsMade } from './archive-flags.ts';
import { buildTree } from './build-tree.ts';
import { explain } from './explain.ts';
import { commandAsMade, type Made } from './flags-as-made.ts';
import { readSite, SITE_FLAGS, type SiteChoice } from './site-flags.ts';

const USAGE = `Usage: npm start -- [options]

Serves the tree of a corpus, which is built first where there is none, and brought up to date where it was built from
that corpus. Any other tree is served as it is.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --dist DIR     the tree (default: $DIST or dist)
  --host H       the address to listen on (default: $HOST or 127.0.0.1)
  --port N       the port; 0 takes a free one (default: $PORT or 3000)
  --no-site, --site-url URL   as of "npm run build"; without them the site is made as it was before
  --help         print this

"npm run build -- --help" and "npm run serve -- --help" tell more.
`;

interface Settings {
  corpus: string;
  /** Whether the user named the corpus. */
  isNamed: boolean;
  dist: string;
  serveArgs: string[];
  /** Undefined keeps the published choice. */
  site?: SiteChoice | undefined;
}

const TEXT = { type: 'string' } as const;
const OPTIONS = { corpus: TEXT, dist: TEXT, host: TEXT, port: TEXT, ...SITE_FLAGS };

function readSettings(flags: Flags<typeof OPTIONS>, env: NodeJS.ProcessEnv): Settings {
  const named = flags.corpus || env.CORPUS;
  const dist = flags.dist || env.DIST || 'dist';
  const { host, port } = flags;
  const given = Object.entries({ dist, host, port });
  return {
    corpus: named || 'corpus',
    isNamed: Boolean(named),
    dist,
    site: flags['no-site'] || flags['site-url'] !== undefined ? readSite(flags) : undefined,
    serveArgs: given.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}=${value}`])),
  };
}

/** What to do with the tree, and a message about it. */
export interface Decision {
  /** How to build, with the site as requested; null to serve the tree unchanged. */
  making: Made | null;
  message: string;
}

/**
 * Builds a missing tree, rebuilds one of the same corpus, and never replaces another.
 * @param isNamed whether the user named the corpus; then it must exist @throws UnsuitableFolder
 */
export async function decide({
  corpus,
  isNamed,
  dist,
  site,
}: Omit<Settings, 'serveArgs'>): Promise<Decision> {
  const isCorpus = fs.statSync(corpus, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const isTree = manifestFile(dist) !== null;
  if (!isCorpus && (isNamed || !isTree))
    throw new UnsuitableFolder(`There is no corpus directory ${corpus}.`);
  if (!isTree) {
    const making = {
      corpus: fs.realpathSync(corpus),
      keepGoing: false,
      search: true,
      pages: 'all' as const,
      bulk: true,
      site: site === undefined ? { url: null } : site,
    };
    return { making, message: `Building ${dist} from ${corpus}.` };
  }
  const made = lastMaking(dist);
  if (!made)
    return { making: null, message: `Serving ${dist} as it is: nothing tells from what it was built.` };
  if (!isCorpus || made.corpus !== fs.realpathSync(corpus)) {
    const rest = isCorpus ? `; it is not rebuilt from ${corpus} ("npm run build" would do that)` : '';
    return { making: null, message: `Serving ${dist}, built from ${made.corpus}${rest}.` };
  }
  const making = { ...made, site: site === undefined ? siteOf(made) : site };
  if (made.archive && made.asOf === undefined) {
    const message = `Serving ${dist} as it is: an earlier version built it, and nothing tells whether with --as-of and --archive-keep. "${commandAsMade(dist, making, false, [])}" brings it up to date, with both if it was so built.`;
    return { making: null, message };
  }
  return { making, message: `Bringing ${dist} up to date with ${corpus}.` };
}

/** A tree of a version before sites gets one. */
const siteOf = ({ site }: Partial<Making>): SiteChoice => (site === undefined ? { url: null } : site);

/** How the tree was made; after an interrupted publication, how it was going to be made. */
function lastMaking(dist: string): Making | null {
  const manifest = manifestDigest(dist);
  for (const { state, journal } of workspacesOf(dist)) {
    const last = headerOf(state);
    if (last && (last.manifest === manifest || fs.existsSync(journal))) return last.made;
  }
  return null;
}

async function bringUpToDate(dist: string, making: Made): Promise<void> {
  const notice = (message: string): unknown => process.stderr.write(`${message}\n`);
  try {
    const maxRemoved = readMaxRemoved(DEFAULT_MAX_REMOVED);
    const archive = archiveAsMade(making);
    const report = await buildTree({ ...making, archive, out: dist, cold: false, signer: null, maxRemoved });
    notice(formatReport(report));
  } catch (error) {
    if (manifestFile(dist) === null) throw error;
    const needsDay = error instanceof UntoldDay || error instanceof UndatedDocuments;
    if (needsDay || error instanceof Refusal) {
      const command = commandAsMade(dist, making, needsDay, needsDay ? [] : ['--max-removed', '100%']);
      return void notice(`${error.message} The tree is served as before; "${command}" brings it up to date.`);
    }
    if (!(error instanceof LockedError)) throw error;
    notice(`${error.message} ${dist} is served as it is, and what a build publishes as soon as it is there.`);
  }
}

/** The build reports an invalid mark. */
function isSampleCorpus(corpus: string): boolean {
  const mark = readMark(corpus);
  return 'sample' in mark && mark.sample;
}

type Serve = (args: string[]) => Promise<number | undefined>;

/** Continues as `npm run serve`. */
export const run = command<typeof OPTIONS, [serve: Serve]>({
  usage: USAGE,
  options: OPTIONS,
  explain,
  async execute(flags, _operands, serve) {
    const settings = readSettings(flags, process.env);
    const { making, message } = await decide(settings);
    process.stderr.write(`${message}\n`);
    if (making && isSampleCorpus(making.corpus)) process.stderr.write(`${SAMPLE_NOTICE}\n`);
    if (making) await bringUpToDate(settings.dist, making);
    return serve(settings.serveArgs);
  },
});
