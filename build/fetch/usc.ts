import fs from 'node:fs';
import path from 'node:path';
import type { Wanted } from './download.ts';
import { FetchError, HOSTS, type OfficialClient } from './official-client.ts';
import { recordOf } from './record.ts';
import type { Found } from './source.ts';

/** Bytes of a title's zip; the largest has some 15 MB. */
const MOST_BYTES = 512 * 1024 * 1024;
/** The page of the current release point. */
const PAGE = '/download/download.shtml';
const LINK = /href\s*=\s*["']([^"'\s]*\/xml_usc(\d{2})([a-z]?)@(\d+-\d+(?:not\d+|u\d+)*)\.zip)["']/gi;
/** Titles without law: no file is expected. */
const RESERVED = new Set(['53']);
const TITLES = Array.from({ length: 54 }, (_, i) => String(i + 1)).filter(title => !RESERVED.has(title));

/**
 * Lists the titles of the newest release point, from the download page of the Office of the Law Revision Counsel.
 * @param titles such as `17`, `5a`; null for all @throws FetchError for a page without links to titles
 */
export async function findTitles(
  client: OfficialClient,
  folder: string,
  titles: readonly string[] | null,
): Promise<Found> {
  const page = await client.text(HOSTS.olrc, PAGE, 'text/html');
  const links = [...(page ?? '').matchAll(LINK)];
  if (page === null || links.length === 0)
    throw new FetchError(
      `${HOSTS.olrc}${PAGE} has no links to titles of the U.S. Code: the page has changed.`,
    );
  const wanted = new Map<string, Wanted>();
  for (const [, href, number, letter, point] of links as unknown as [
    string,
    string,
    string,
    string,
    string,
  ][]) {
    const title = `${Number(number)}${letter.toLowerCase()}`;
    if (titles !== null && !titles.includes(title)) continue;
    const url = new URL(href, `https://${HOSTS.olrc}${PAGE}`);
    if (url.host !== HOSTS.olrc)
      throw new FetchError(`${HOSTS.olrc}${PAGE} leads to another place: ${url.href}`);
    wanted.set(title, {
      host: HOSTS.olrc,
      target: url.pathname + url.search,
      file: path.join(folder, path.posix.basename(url.pathname)),
      form: 'zip',
      most: MOST_BYTES,
      edition: { day: dayOf(page, point), release_point: point },
      listed: point,
    });
  }
  const missing = (titles ?? TITLES).filter(title => !wanted.has(title) && !RESERVED.has(title));
  return {
    wanted: [...wanted.values()],
    notices: [],
    problems:
      missing.length === 0 ? [] : [`${HOSTS.olrc}${PAGE} has no link to title ${missing.join(', ')}.`],
  };
}

/** Reads the day in "Public Law 119-36 (08/22/2025)", which the page says of its release point. Excepted laws may follow. */
function dayOf(page: string, point: string): string | null {
  const [law] = /^\d+-\d+/.exec(point) as RegExpExecArray;
  const text = page.replace(/<[^>]*>|&nbsp;/g, ' ');
  const found = new RegExp(`Public\\s+Law\\s+${law}\\s*\\((\\d{2})/(\\d{2})/(\\d{4})\\)`, 'i').exec(text);
  return found && `${found[3]}-${found[1]}-${found[2]}`;
}

/** Removes a title's files of other release points once the newest is here. */
export function removeFormer(file: string): void {
  const [title] = path.basename(file).split('@');
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder)) {
    const isFormer = name.startsWith(`${title}@`) && !name.startsWith(path.basename(file));
    if (!isFormer || name.endsWith('.fetched.json')) continue;
    fs.rmSync(path.join(folder, name));
    fs.rmSync(recordOf(path.join(folder, name)), { force: true });
  }
}
