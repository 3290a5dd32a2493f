import path from 'node:path';
import { type FetchOptions, fetchOfficial, type SourceFetched } from '../../build/fetch/fetch.ts';
import { OfficialClient } from '../../build/fetch/official-client.ts';
import { silent } from '../../build/report/progress.ts';
import { OfficialServer } from '../helpers/official-server.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { IMPATIENT } from '../sync/helpers.ts';

export const TODAY = '2024-03-05';

/** A server of the official places, and a folder that is fetched into. */
export interface Place {
  server: OfficialServer;
  into: string;
  notices: string[];
  /** What `npm run fetch` does, in this process. */
  fetch(
    source: SourceFetched['source'],
    options?: Partial<Pick<FetchOptions, 'since' | 'titles' | 'today'>>,
  ): Promise<SourceFetched>;
}

export async function withPlaces(run: (place: Place) => Promise<void>): Promise<void> {
  const server = new OfficialServer();
  await server.start();
  const into = path.join(temporaryFolder(), 'official');
  const notices: string[] = [];
  const client = new OfficialClient({ from: server.url, userAgent: 'test', pause: 0, patience: IMPATIENT });
  const fetch: Place['fetch'] = async (source, options = {}) => {
    const [report] = await fetchOfficial({
      ...{ sources: [source], into, since: null, titles: null, client, today: TODAY },
      ...{ progress: silent, notice: (message: string) => void notices.push(message) },
      ...options,
    });
    return report as SourceFetched;
  };
  try {
    await run({ server, into, notices, fetch });
  } finally {
    client.close();
    await server.close();
  }
}

/** The least that is a zip by its first and last record. */
export const zip = (content: string): Buffer =>
  Buffer.from(`PK\x03\x04${content}PK\x05\x06${'\0'.repeat(18)}`, 'latin1');

export const xml = (content: string): string => `<?xml version="1.0"?>\n<ROOT>${content}</ROOT>\n`;
