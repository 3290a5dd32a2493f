import fs from 'node:fs';
import path from 'node:path';
import { takeLock } from '../common/lock.ts';
import type { Progress } from '../report/progress.ts';
import { download, type Wanted } from './download.ts';
import * as ecfr from './ecfr.ts';
import { findIssues } from './fr.ts';
import { fetchMetadata } from './fr-metadata.ts';
import { FetchError, type OfficialClient } from './official-client.ts';
import type { Found } from './source.ts';
import * as usc from './usc.ts';

export const FETCHED_SOURCES = ['usc', 'ecfr', 'fr'] as const;
export type FetchedSource = (typeof FETCHED_SOURCES)[number];

export interface FetchOptions {
  sources: readonly FetchedSource[];
  into: string;
  /** The first day of the Federal Register, YYYY-MM-DD; null for what is new. */
  since: string | null;
  /** Titles of the codes, such as `17`, `5a`; null for all. */
  titles: readonly string[] | null;
  client: OfficialClient;
  today: string;
  progress: Progress;
  notice(message: string): void;
}

export interface SourceFetched {
  source: FetchedSource;
  fetched: string[];
  unchanged: number;
  /** One sentence for each file that could not be fetched and stays as it was. */
  problems: string[];
}

/** Fetches what is new into a folder. A file that fails stays as it was. @throws LockedError, errors of the file system */
export async function fetchOfficial(options: FetchOptions): Promise<SourceFetched[]> {
  fs.mkdirSync(options.into, { recursive: true });
  const unlock = takeLock(
    path.join(options.into, '.lock'),
    `Another run is fetching into ${options.into}. Nothing was done.`,
  );
  try {
    const fetched: SourceFetched[] = [];
    for (const source of options.sources) fetched.push(await fetchSource(source, options));
    return fetched;
  } finally {
    options.progress.stop();
    unlock();
  }
}

async function fetchSource(source: FetchedSource, options: FetchOptions): Promise<SourceFetched> {
  const { client, into, progress, notice } = options;
  const report: SourceFetched = { source, fetched: [], unchanged: 0, problems: [] };
  const failed = (error: unknown): void => {
    if (!(error instanceof FetchError)) throw error;
    report.problems.push(error.message);
  };
  const found = await find(source, path.join(into, source), options).catch(failed);
  if (!found) return report;
  found.notices.forEach(notice);
  report.problems.push(...found.problems);
  progress.start(`fetching ${source}`, found.wanted.length);
  for (const wanted of found.wanted) {
    await fetchFile(source, wanted, client).then(isNew => {
      if (isNew) report.fetched.push(wanted.file);
      else report.unchanged++;
    }, failed);
    progress.advance(1);
  }
  return report;
}

function find(source: FetchedSource, folder: string, options: FetchOptions): Promise<Found> {
  const { client, titles, since, today } = options;
  if (source === 'fr') return findIssues(client, folder, since, today);
  return (source === 'usc' ? usc : ecfr).findTitles(client, folder, titles);
}

/** @returns whether the file is new @throws FetchError */
async function fetchFile(source: FetchedSource, wanted: Wanted, client: OfficialClient): Promise<boolean> {
  const isNew = (await download(client, wanted)) === 'fetched';
  if (source === 'usc') usc.removeFormer(wanted.file);
  if (source !== 'fr') return isNew;
  const metadata = wanted.file.replace(/\.xml$/, '.json');
  const isKnown = fs.existsSync(metadata);
  if (isNew || !isKnown) await fetchMetadata(client, metadata, wanted.edition.day as string);
  return isNew || !isKnown;
}
