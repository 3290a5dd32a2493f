import { type Fleet, load, type Outcome, startFleet, windowsOf } from '../helpers/fleet.ts';
import { redisHindrance, startRedis } from '../helpers/redis-server.ts';

const SHIMS = 3;
const LIMIT = 1000;
/** 10,000 requests a minute. */
const RATE = 10_000 / 60;
/** Of the second part, in seconds: the store is killed, started again, and some more. */
const OUTAGE = { before: 10, away: 25, after: 65 };

/**
 * One client of the tier `standard`, spread at random over three shims that share a store: exactly as many as the tier allows pass in each
 * window. Then the store is killed, and started again without what it knew: nothing fails, and no shim lets more pass than one alone would.
 *
 * @param args minutes of the first part, each of which has a window; 2 where nothing is said
 * @returns the exit code
 */
export async function run([minutes = '2']: string[]): Promise<number> {
  const hindrance = redisHindrance();
  if (hindrance !== null) throw new Error(hindrance);
  const redis = await startRedis();
  const fleet = await startFleet(SHIMS, { RATE_LIMIT_URL: redis.url, LOG_LEVEL: 'info' });
  try {
    const seconds = 60 * Number(minutes);
    console.log(
      `${SHIMS} shims, ${Math.round(RATE * seconds)} requests of one client in ${seconds} s, ${LIMIT} a window`,
    );
    const exact = reportExact(await load(fleet, seconds, RATE), fleet);
    console.log(
      `the store is killed after ${OUTAGE.before} s and started again ${OUTAGE.away} s later, empty`,
    );
    const outage = load(fleet, OUTAGE.before + OUTAGE.away + OUTAGE.after, RATE, 2);
    await pause(OUTAGE.before);
    await redis.kill();
    await pause(OUTAGE.away);
    await redis.start();
    const bounded = reportOutage(await outage, fleet);
    return exact && bounded ? 0 : 1;
  } finally {
    await fleet.close();
    await redis.stop();
  }
}

const pause = (seconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, 1000 * seconds));

const verdict = (isSo: boolean): string => (isSo ? 'reached' : 'MISSED');

/** What was asked of each window reaches its limit, but for what begins at the very end. */
function reportExact(outcomes: readonly Outcome[], fleet: Fleet): boolean {
  const away = fleet.told.length;
  if (away > 0) console.log(`  the store was away ${away / 2} times: then nothing is exact`);
  const windows = windowsOf(outcomes);
  const areExact = windows.map(({ passed, refused }) => passed === Math.min(LIMIT, passed + refused));
  for (const [i, { passed, refused }] of windows.entries())
    console.log(`  window ${i + 1}: ${passed} passed, ${refused} refused  ${verdict(areExact[i] === true)}`);
  const failed = reportAnswers(outcomes);
  return failed === 0 && areExact.every(Boolean);
}

function reportOutage(outcomes: readonly Outcome[], fleet: Fleet): boolean {
  let isBounded = true;
  for (let shim = 0; shim < SHIMS; shim++) {
    const passed = windowsOf(outcomes.filter(outcome => outcome.shim === shim)).map(window => window.passed);
    isBounded &&= passed.every(count => count <= LIMIT);
    console.log(`  shim ${shim + 1}: ${passed.join(', ')} passed in the windows that it saw`);
  }
  console.log(`  no more than ${LIMIT} of each shim in a window  ${verdict(isBounded)}`);
  for (const line of fleet.told) console.log(`  ${JSON.parse(line).msg}`);
  return reportAnswers(outcomes) === 0 && isBounded;
}

/** @returns how many were neither passed nor refused */
function reportAnswers(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ status }) => status !== 200 && status !== 429).length;
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;
  console.log(
    `  ${outcomes.length} answers, ${failed} failed; median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`,
  );
  return failed;
}
