import { appendFileSync, closeSync, cpSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start } from '../helpers/commands.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { freePort } from '../helpers/edges/process.ts';
import { urlsOfTree } from '../helpers/edges/urls.ts';
import { readExposition } from '../helpers/exposition.ts';
import { newKey } from '../helpers/key-records.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import { quantile } from './generator/statistics.ts';
import { measuredBuild } from './measured.ts';
import { bars, judged, type Look } from './soak-figure.ts';
import { Mix } from './soak-mix.ts';

const MINUTES = 60;
const CLIENTS = 16;
/** So many looks at least, however short it is. */
const LOOKS = 20;

interface Soaked {
  shim: Running;
  port: number;
  metricsPort: number;
  key: string;
  corpus: string;
  dist: string;
}

/**
 * Mixed load for an hour: what memory, descriptors and times do. Builds replace the tree meanwhile.
 * @param args minutes; 60 where they are not given
 * @returns exit code 1 where something grows, or an answer is wrong
 */
export async function run([minutes = String(MINUTES)]: string[]): Promise<number> {
  const seconds = Number(minutes) * 60;
  const interval = Math.min(60, seconds / LOOKS);
  const soaked = await open();
  const mix = new Mix({
    port: soaked.port,
    key: soaked.key,
    urls: urlsOfTree(soaked.dist).slice(0, 20_000),
    random: new Random(20_261_122),
  });
  const running = mix.run(CLIENTS);
  const building = keepBuilding(soaked, interval * 1000, seconds * 1000);
  const looks: Look[] = [];
  let last = 0;
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    const from = performance.now();
    await pause(interval * 1000);
    const elapsed = (performance.now() - from) / 1000;
    looks.push(await look(soaked, mix, (mix.requests - last) / elapsed));
    last = mix.requests;
    const minute = ((performance.now() - began) / 60_000).toFixed(1);
    console.log(`${minute.padStart(5)} min  ${told(looks.at(-1) as Look)}`);
  }
  mix.stop();
  await Promise.all([running, building]);
  soaked.shim.child.kill('SIGTERM');
  const { code } = await soaked.shim.finished;
  return report(looks, mix, code);
}

async function open(): Promise<Soaked> {
  const folder = temporaryFolder();
  const corpus = join(folder, 'corpus');
  const dist = join(folder, 'dist');
  cpSync(realCorpora() ?? SAMPLE_CORPUS, corpus, { recursive: true });
  await measuredBuild(corpus, dist);
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = join(folder, 'keys.json');
  writeFileSync(keysFile, printKeys([record]));
  const [port, metricsPort] = [await freePort(), await freePort()];
  // An hour of lines is more than this process should hold.
  const output = openSync('/dev/null', 'w');
  const env = { KEYS_FILE: keysFile, METRICS_PORT: String(metricsPort) };
  const shim = start('serve', ['--dist', dist, '--port', String(port)], env, { output });
  closeSync(output);
  const isReady = () =>
    fetch(`http://127.0.0.1:${metricsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (shim.child.exitCode !== null) throw new Error('The shim ended');
    await pause(50);
  }
  return { shim, port, metricsPort, key: secret, corpus, dist };
}

/** A document is edited and built, again and again. */
async function keepBuilding({ corpus, dist }: Soaked, every: number, total: number): Promise<void> {
  const files = corpusFiles(corpus);
  const began = performance.now();
  for (let round = 0; performance.now() - began + 2 * every < total; round++) {
    await pause(every);
    const file = files[(round * 7) % files.length]?.path ?? '';
    appendFileSync(join(corpus, file), `\nA line of round ${round}.\n`);
    await measuredBuild(corpus, dist);
  }
}

const MB = 1024 * 1024;

async function look({ shim, metricsPort }: Soaked, mix: Mix, perSecond: number): Promise<Look> {
  const times = mix.times.sort((a, b) => a - b);
  mix.times = [];
  const families = readExposition(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  const sum = (name: string): number =>
    (families.get(name)?.samples ?? []).reduce((all, { value }) => all + value, 0);
  return {
    perSecond,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    rss: sum('process_resident_memory_bytes') / MB,
    heap: sum('nodejs_heap_size_used_bytes') / MB,
    search: sum('pandect_search_process_memory_bytes') / MB,
    descriptors: readdirSync(`/proc/${shim.child.pid}/fd`).length,
  };
}

const told = ({ perSecond, p50, p99, rss, heap, search, descriptors }: Look): string =>
  [
    `${perSecond.toFixed(0).padStart(5)}/s`,
    `p50 ${p50.toFixed(1).padStart(5)} ms`,
    `p99 ${p99.toFixed(1).padStart(6)} ms`,
    `RSS ${rss.toFixed(0).padStart(4)} MB`,
    `heap ${heap.toFixed(0).padStart(4)} MB`,
    `search ${search.toFixed(0).padStart(4)} MB`,
    `descriptors ${descriptors}`,
  ].join('  ');

function report(looks: readonly Look[], mix: Mix, code: number | null): number {
  console.log();
  for (const { name, first, second, isLevel } of judged(looks)) {
    const values = looks.map(each => each[name]);
    console.log(
      `${name.padEnd(11)} ${bars(values)}  up to ${Math.max(...values).toFixed(1)}; first half ${first.toFixed(1)}, second ${second.toFixed(1)}: ${isLevel ? 'level' : 'GROWS'}`,
    );
  }
  for (const failure of mix.failures.slice(0, 20)) console.log(`WRONG ${failure}`);
  console.log(`${mix.requests} requests, ${mix.failures.length} wrong answers, exit code ${code}`);
  const isGood = judged(looks).every(({ isLevel }) => isLevel) && mix.failures.length === 0 && code === 0;
  return isGood ? 0 : 1;
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
