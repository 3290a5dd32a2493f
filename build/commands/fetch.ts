import { command, EXIT, UsageError } from '../common/command-line.ts';
import { FETCHED_SOURCES, type FetchedSource, fetchOfficial, type SourceFetched } from '../fetch/fetch.ts';
import { OfficialClient } from '../fetch/official-client.ts';
import { isDay } from '../fetch/source.ts';
import { makeProgress } from '../report/progress.ts';

const DEFAULT_INTO = '.official';

const USAGE = `Usage: npm run fetch -- usc|ecfr|fr… [options]

Brings the newest official XML to this machine: the U.S. Code from the Office of the Law Revision Counsel, the eCFR from its API (or
from govinfo), the Federal Register from govinfo, with what federalregister.gov tells of its documents. Only what is new is
asked for; a run that was interrupted goes on.

  --into DIR         where the files go (default: ${DEFAULT_INTO})
  --since DATE       fr: issues from this day on (default: 30 days at first, then what is new)
  --titles LIST      usc, ecfr: only these titles, such as 1,17,5a
  --from URL         a server that has the places' hosts as first segments, as URL/www.govinfo.gov/bulkdata/…
  --help             print this

Exit codes: 0 done, 1 nothing could be fetched, 2 wrong usage, 3 some files could not be fetched and stay as they were.
`;

const USER_AGENT = 'pandect-fetch (a reader of the law; requests come one by one)';

/** Milliseconds between requests to public servers. */
const POLITE_PAUSE = 1000;

export const FETCH_FLAGS = {
  into: { type: 'string', default: DEFAULT_INTO },
  since: { type: 'string' },
  titles: { type: 'string' },
  from: { type: 'string' },
} as const;

export interface FetchFlags {
  into: string;
  since?: string | undefined;
  titles?: string | undefined;
  from?: string | undefined;
}

/** @throws UsageError @returns a report for each source */
export async function fetchByFlags(
  sources: readonly FetchedSource[],
  flags: FetchFlags,
): Promise<SourceFetched[]> {
  const { into, since = null, titles, from } = flags;
  const now = new Date().toISOString().slice(0, 10);
  if (since !== null && (!isDay(since) || since > now))
    throw new UsageError(`--since takes a day that has been, as 2024-03-01, not ${since}.`);
  if (since !== null && !sources.includes('fr')) throw new UsageError('--since is for fr.');
  if (titles !== undefined && sources.every(source => source === 'fr'))
    throw new UsageError('--titles is for usc and ecfr.');
  const base = readFrom(from);
  const pause = base === null ? POLITE_PAUSE : 0;
  const client = new OfficialClient({ from: base, userAgent: USER_AGENT, pause });
  try {
    return await fetchOfficial({
      ...{ sources, into, since, titles: readTitles(titles), client, today: now },
      progress: makeProgress(process.stderr, Date.now),
      notice: message => void process.stderr.write(`${message}\n`),
    });
  } finally {
    client.close();
  }
}

function readFrom(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '')
    throw new UsageError(`--from takes the address of a server, as http://127.0.0.1:8080, not ${text}.`);
  return url;
}

function readTitles(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const titles = text.split(',').map(title => title.trim().toLowerCase().replace(/^0+/, ''));
  const wrong = titles.find(title => !/^[1-9]\d?a?$/.test(title));
  if (wrong !== undefined) throw new UsageError(`--titles takes numbers of titles, as 1,17,5a; not ${text}.`);
  return [...new Set(titles)];
}

/** A line for each source, with its failures below. */
export const formatFetched = (reports: readonly SourceFetched[]): string =>
  reports
    .flatMap(({ source, fetched, unchanged, problems }) => [
      `${source}: ${fetched.length} files fetched, ${unchanged} unchanged${problems.length > 0 ? `, ${problems.length} problems` : ''}`,
      ...problems.map(problem => `  ${problem}`),
    ])
    .join('\n');

export const run = command({
  usage: USAGE,
  options: FETCH_FLAGS,
  takesOperands: true,
  async execute(flags, operands) {
    const unknown = operands.find(name => !FETCHED_SOURCES.some(source => source === name));
    if (unknown !== undefined || operands.length === 0)
      throw new UsageError(`Say what is to be fetched: ${FETCHED_SOURCES.join(', ')}.`);
    const sources = FETCHED_SOURCES.filter(source => operands.includes(source));
    const reports = await fetchByFlags(sources, flags);
    process.stdout.write(`${formatFetched(reports)}\n`);
    if (reports.every(({ problems }) => problems.length === 0)) return EXIT.done;
    const hasAny = reports.some(({ fetched, unchanged }) => fetched.length + unchanged > 0);
    return hasAny ? EXIT.incomplete : EXIT.failed;
  },
});
