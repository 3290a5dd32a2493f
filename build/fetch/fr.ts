import fs from 'node:fs';
import path from 'node:path';
import type { Wanted } from './download.ts';
import { listing } from './govinfo.ts';
import { FetchError, HOSTS, type OfficialClient } from './official-client.ts';
import { type Found, isDay } from './source.ts';

/** Bytes of an issue; the largest have some 30 MB. */
const MOST_BYTES = 512 * 1024 * 1024;
const ISSUE = /^FR-(\d{4}-\d{2}-\d{2})\.xml$/;
/** Days that the first run takes. Later runs check them again, since an issue may be replaced. */
const WINDOW = 30;
const DAY_MS = 86_400_000;

/**
 * Lists the issues of the Federal Register from a day on, from govinfo's bulk files.
 * @param since YYYY-MM-DD; null for the last 30 days and, where there are issues already, all days since the newest of them
 * @param today YYYY-MM-DD
 * @throws FetchError where a listing is missing or has no issues
 */
export async function findIssues(
  client: OfficialClient,
  folder: string,
  since: string | null,
  today: string,
): Promise<Found> {
  const first = since ?? firstDay(newestIssue(folder), today);
  const wanted: Wanted[] = [];
  for (const month of monthsBetween(first, today)) {
    for (const { name, version } of await issuesOf(client, month)) {
      const day = ISSUE.exec(name)?.[1];
      if (day === undefined || day < first) continue;
      wanted.push({
        host: HOSTS.govinfo,
        target: `/bulkdata/FR/${month}/${name}`,
        file: path.join(folder, month, name),
        form: 'xml',
        most: MOST_BYTES,
        edition: { day, release_point: null },
        listed: version,
      });
    }
  }
  return { wanted, notices: [], problems: [] };
}

const firstDay = (newest: string | null, today: string): string => {
  const window = new Date(Date.parse(today) - WINDOW * DAY_MS).toISOString().slice(0, 10);
  return newest !== null && newest < window ? newest : window;
};

function newestIssue(folder: string): string | null {
  if (!fs.existsSync(folder)) return null;
  const days = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => ISSUE.exec(path.basename(name))?.[1])
    .filter(isDay);
  return days.sort().at(-1) ?? null;
}

/** @returns the months from the first to the last, as `2024/03` */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  for (let name = first.slice(0, 7); name <= last.slice(0, 7); ) {
    months.push(name.replace('-', '/'));
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    name = `${year}-${String(month).padStart(2, '0')}`;
  }
  return months;
}

/** A month that has just begun may have no listing yet. Then the listing above does not name it. */
async function issuesOf(client: OfficialClient, month: string) {
  const folder = `/FR/${month}`;
  const files = await listing(client, folder);
  if (files === null) {
    if (!(await isNamed(client, folder))) return [];
    throw new FetchError(`${HOSTS.govinfo} names the folder ${folder} and does not list it.`);
  }
  const issues = files.filter(({ name }) => ISSUE.test(name));
  if (issues.length === 0) throw new FetchError(`${HOSTS.govinfo} lists no issues in ${folder}.`);
  return issues;
}

/** Whether the listing above a folder names it. The outermost listing must exist. */
async function isNamed(client: OfficialClient, folder: string): Promise<boolean> {
  const above = path.posix.dirname(folder);
  const files = await listing(client, above);
  if (files !== null) return files.some(({ name }) => name === path.posix.basename(folder));
  if (above === '/FR') throw new FetchError(`${HOSTS.govinfo} has no listing of the Federal Register.`);
  return isNamed(client, above);
}
