import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { newKey } from '../helpers/key-records.ts';
import { redisHindrance, startRedis } from '../helpers/redis-server.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { CONDITIONS, median, openServer, perSecond, ROUNDS, SECONDS, type Server } from './rates.ts';

/** So many that nobody reaches a limit. */
const CLIENTS = 400;
const DOCUMENT = '/api/usc/documents/t17%2Fs106';

/** Requests a second of one process that counts by itself, of one that counts in a store, and of two workers, by turns. */
export async function run(): Promise<void> {
  const hindrance = redisHindrance();
  if (hindrance !== null) throw new Error(hindrance);
  const { dist } = await sampleTree();
  const keys = Array.from({ length: CLIENTS }, () => newKey({ tier: 'elevated' }));
  const KEYS_FILE = join(temporaryFolder(), 'keys.json');
  writeFileSync(KEYS_FILE, printKeys(keys.map(({ record }) => record)));
  const urls = keys.map(({ secret }) => `${DOCUMENT}?api_key=${secret}`);
  const redis = await startRedis();
  const shared = { KEYS_FILE, RATE_LIMIT_URL: redis.url };
  const subjects: [name: string, server: Server, rates: number[]][] = [
    ['one process, limits of its own', await openServer(dist, { KEYS_FILE }), []],
    ['one process, limits in the store', await openServer(dist, shared), []],
    ['two workers, limits in the store', await openServer(dist, { ...shared, WORKERS: '2' }), []],
  ];
  try {
    console.log(CONDITIONS);
    // The first round is for warming up.
    for (let round = -1; round < ROUNDS; round++) {
      for (const [, { rate, port }, rates] of subjects) {
        const measured = await rate({ port, urls, headers: {}, seconds: SECONDS });
        if (round >= 0) rates.push(measured);
      }
    }
    const alone = subjects[0]?.[2] ?? [];
    for (const [name, , rates] of subjects) {
      const share = median(rates.map((rate, i) => rate / (alone[i] ?? 0)));
      console.log(`${name.padEnd(34)} ${perSecond(rates)}  ${(100 * share).toFixed(0)}% of the first`);
    }
  } finally {
    for (const [, server] of subjects) server.close();
    await redis.stop();
  }
}
