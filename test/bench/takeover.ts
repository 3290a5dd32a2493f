import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { openCatalog } from '../../build/common/catalog.ts';
import { CATALOG } from '../../build/contract/paths.ts';
import { CHECKSUM_BYTES } from '../../build/formats/catalog-file.ts';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from '../helpers/commands.ts';
import { newKey } from '../helpers/key-records.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { type Client, connect } from './client.ts';
import { quantile } from './generator/statistics.ts';
import { forkModule } from './rates.ts';

const DOCUMENTS = 1_000_000;
const CHANGES = 5;
/** Has the last document of the catalog. */
const LAST = '/api/fr/documents?sort=-identifier&limit=1';
const PATIENCE = 60_000;
/** Between two requests of a client, in milliseconds. */
const PAUSE = 5;
const DOCUMENT = '/api/usc/documents/t17%2Fs106';
/** Lists that are no files, so that the catalog has something to keep ready; the client for lists asks for one after the other. */
const LISTS = [
  'agency=Department%20Number%203&sort=publication_date',
  'agency=Department%20Number%203&sort=document_number&limit=7',
  'document_type=notice&date_from=2001-01-01&limit=9',
  'document_type=rule&effective_date_from=2010-01-01&limit=11',
  'cfr_title=40&cfr_part=52&limit=13',
  'docket_id=LMP-2001-7&limit=3',
  'sort=document_number&offset=500000&limit=17',
  'date_from=2003-04-01&date_to=2003-04-30&sort=-document_number',
].map(query => `/api/fr/documents?${query}`);

/**
 * A shim that takes over new catalogs while clients read documents and ask for lists: the time it takes to open one, its
 * memory, and the slowest answers from when a catalog is moved in until a second after it is served. Beside it a bare server
 * answers the same document, which tells what is the machine's.
 * @param args the number of documents, one million where it is not given
 */
export async function run([count = String(DOCUMENTS)]: string[]): Promise<void> {
  const folder = temporaryFolder();
  const dist = path.join(folder, 'dist');
  fs.cpSync((await sampleTree()).dist, dist, { recursive: true });
  const catalogs = ['one.bin', 'other.bin'].map(name => path.join(folder, name));
  const [one = '', other = ''] = catalogs;
  const maker = path.join(import.meta.dirname, 'lists-catalog.ts');
  const node = ['--max-old-space-size=8000', '--import', 'tsx', maker, one, 'fr', count];
  execFileSync(process.execPath, node, { stdio: 'inherit' });
  writeOther(one, other);
  console.log(`catalogs of ${count} documents, ${megabytes(fs.statSync(one).size)}`);
  const began = performance.now();
  await (await openCatalog(one)).close();
  console.log(`opened and checked in ${Math.round(performance.now() - began)} ms, in this process`);

  await bringNear(one, dist);
  moveIn(dist);
  const { secret, record } = newKey({ tier: 'unlimited' });
  const keysFile = path.join(folder, 'keys.json');
  fs.writeFileSync(keysFile, printKeys([record]));
  const started = performance.now();
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: keysFile, LOG_LEVEL: 'warn' });
  const port = await untilListening(shim);
  console.log(`the shim listens after ${Math.round(performance.now() - started)} ms: ${memoryOf(shim)}`);
  const bare = forkModule('bare.ts');
  bare.send({ origin: `http://127.0.0.1:${port}`, urls: [DOCUMENT], headers: { 'x-api-key': secret } });
  const [barePort] = (await once(bare, 'message')) as [number];
  const ports = [port, port, port, barePort];
  const [documents, lists, watcher, others] = await Promise.all(ports.map(port => connect(port, secret)));
  const readers: [name: string, reader: Reader][] = [
    ['documents', new Reader(documents!, [DOCUMENT])],
    ['lists', new Reader(lists!, LISTS)],
    ['a bare server', new Reader(others!, [DOCUMENT])],
  ];
  let last = await watcher!.get(LAST);
  await pause(3000);
  report('before any change', readers, shim);
  for (let change = 1; change <= CHANGES; change++) {
    await bringNear(catalogs[change % 2]!, dist);
    for (const [, reader] of readers) reader.take();
    const moved = performance.now();
    moveIn(dist);
    while ((await watcher!.get(LAST)) === last) {
      if (performance.now() - moved > PATIENCE) throw new Error(`It is not taken over: ${shim.stdout()}`);
      await pause(20);
    }
    last = await watcher!.get(LAST);
    const taken = performance.now() - moved;
    await pause(1000);
    report(`change ${change}, taken over after ${Math.round(taken)} ms`, readers, shim);
  }
  for (const [, reader] of readers) await reader.stop();
  bare.kill();
  watcher!.close();
  shim.child.kill();
  await shim.finished;
}

/** A copy beside its place, because a shim takes a file that it has seen before for the same. */
async function bringNear(file: string, dist: string): Promise<void> {
  await fs.promises.copyFile(file, path.join(dist, 'coming'));
  await pause(2000);
}

/** As a build does it: by a rename. */
const moveIn = (dist: string): void => fs.renameSync(path.join(dist, 'coming'), path.join(dist, CATALOG));

/** Another build of the same documents, but for a letter of the last one's title. */
function writeOther(one: string, other: string): void {
  const bytes = fs.readFileSync(one);
  const field = '"display_title":"';
  bytes.write('X', bytes.lastIndexOf(field) + field.length);
  const content = bytes.subarray(0, -CHECKSUM_BYTES);
  fs.writeFileSync(other, Buffer.concat([content, createHash('sha256').update(content).digest()]));
}

/** Asks for one address after the other. */
class Reader {
  readonly #client: Client;
  readonly #done: Promise<void>;
  #times: number[] = [];
  #isStopped = false;

  constructor(client: Client, addresses: readonly string[]) {
    this.#client = client;
    this.#done = this.#read(addresses);
  }

  async #read(addresses: readonly string[]): Promise<void> {
    for (let i = 0; !this.#isStopped; i++) {
      const began = performance.now();
      await this.#client.get(addresses[i % addresses.length]!);
      this.#times.push(performance.now() - began);
      await pause(PAUSE);
    }
  }

  /** The times of the answers since the last call, in milliseconds, ascending. */
  take(): number[] {
    const times = this.#times.sort((a, b) => a - b);
    this.#times = [];
    return times;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
    this.#client.close();
  }
}

function report(when: string, readers: readonly [name: string, reader: Reader][], shim: Running): void {
  const told = readers.map(([name, reader]) => {
    const times = reader.take();
    const at = (share: number) => quantile(times, share).toFixed(1);
    return `${name} p50 ${at(0.5)} ms, p99 ${at(0.99)}, slowest ${at(1)} of ${times.length}`;
  });
  console.log(`${when}: ${told.join('; ')}; ${memoryOf(shim)}`);
}

/** proc(5), of the shim's own process. */
function memoryOf({ child }: Running): string {
  const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000);
  return `${of('VmRSS')} MB, at most ${of('VmHWM')} MB`;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));
