import path from 'node:path';
import type { Wanted } from './download.ts';
import { fileNamed, listing } from './govinfo.ts';
import { FetchError, HOSTS, type OfficialClient } from './official-client.ts';
import { type Found, isDay } from './source.ts';

/** Bytes of a title; the largest has 165 MB. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024;
const TITLES = '/api/versioner/v1/titles.json';

interface Title {
  number: number;
  reserved?: boolean;
  latest_amended_on: string | null;
  latest_issue_date: string | null;
  up_to_date_as_of: string;
}

/**
 * Lists the titles of the eCFR: from its API as of the newest day, or from govinfo's bulk files where the API does not answer.
 * An amended or reissued title is fetched again. Otherwise its text is also that of the new day, and only the record moves on.
 * @param titles such as `40`; null for all
 * @throws FetchError where neither place has a proper list of titles
 */
export async function findTitles(
  client: OfficialClient,
  folder: string,
  titles: readonly string[] | null,
): Promise<Found> {
  const isRequested = (number: number): boolean => titles === null || titles.includes(String(number));
  const notices: string[] = [];
  const ofBulk = async (error: unknown): Promise<Wanted[]> => {
    if (!(error instanceof FetchError)) throw error;
    const wanted = await titlesOfBulk(client, folder, isRequested);
    notices.push(`${error.message} Titles are taken from ${HOSTS.govinfo}, which tells no day.`);
    return wanted;
  };
  const wanted = await titlesOfApi(client).then(
    all => all.filter(({ number }) => isRequested(number)).map(title => ofApi(title, folder)),
    ofBulk,
  );
  const found = new Set(wanted.map(({ file }) => file));
  const missing = (titles ?? []).filter(title => !found.has(fileOf(folder, Number(title))));
  return {
    wanted,
    notices,
    problems: missing.length === 0 ? [] : [`The eCFR has no title ${missing.join(', ')}.`],
  };
}

const nameOf = (number: number): string => `ECFR-title${number}.xml`;
const fileOf = (folder: string, number: number): string => path.join(folder, nameOf(number));

async function titlesOfApi(client: OfficialClient): Promise<Title[]> {
  const answer = (await client.json(HOSTS.ecfr, TITLES)) as { titles?: Title[] } | null;
  const titles = Array.isArray(answer?.titles) ? answer.titles.filter(hasText) : [];
  if (titles.length > 0) return titles;
  throw new FetchError(`${HOSTS.ecfr}${TITLES} has no titles with the day that they are up to date as of.`);
}

/** Reserved titles have neither text nor day. */
const hasText = (title: Title): boolean =>
  Number.isInteger(title?.number) && title.reserved !== true && isDay(title.up_to_date_as_of);

function ofApi(title: Title, folder: string): Wanted {
  const { number, up_to_date_as_of: day, latest_amended_on, latest_issue_date } = title;
  const common = {
    file: fileOf(folder, number),
    form: 'xml',
    most: MOST_BYTES,
    edition: { day, release_point: null },
    listed: `amended ${latest_amended_on}, issued ${latest_issue_date}`,
  } as const;
  return {
    ...common,
    host: HOSTS.ecfr,
    target: `/api/versioner/v1/full/${day}/title-${number}.xml`,
    otherwise: { host: HOSTS.govinfo, target: `/bulkdata/ECFR/title-${number}/${nameOf(number)}` },
  };
}

/** @throws FetchError */
async function titlesOfBulk(
  client: OfficialClient,
  folder: string,
  isRequested: (number: number) => boolean,
): Promise<Wanted[]> {
  const titles = (await listing(client, '/ECFR')) ?? [];
  const numbers = titles
    .map(({ name }) => Number(/^title-(\d+)$/.exec(name)?.[1]))
    .filter(number => number > 0);
  if (numbers.length === 0) throw new FetchError(`${HOSTS.govinfo} lists no titles of the eCFR.`);
  const wanted: Wanted[] = [];
  for (const number of numbers.filter(isRequested)) {
    const file = fileNamed(await listing(client, `/ECFR/title-${number}`), nameOf(number));
    if (file === null)
      throw new FetchError(`${HOSTS.govinfo} lists no file for title ${number} of the eCFR.`);
    wanted.push({
      host: HOSTS.govinfo,
      target: `/bulkdata/ECFR/title-${number}/${file.name}`,
      file: fileOf(folder, number),
      form: 'xml',
      most: MOST_BYTES,
      edition: { day: null, release_point: null },
      listed: file.version,
    });
  }
  return wanted;
}
