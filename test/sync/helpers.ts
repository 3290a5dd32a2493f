import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { type Entry, manifestLine } from '../../build/files/entry.ts';
import { setFolderTimes } from '../../build/files/folders.ts';
import { encodeRoot, type Part, readRoot } from '../../build/files/manifest/root.ts';
import { silent } from '../../build/report/progress.ts';
import type { Patience } from '../../build/sync/http-client.ts';
import { openSource, openTarget } from '../../build/sync/locations.ts';
import type { SyncReport } from '../../build/sync/report.ts';
import { type SyncOptions, sync } from '../../build/sync/sync.ts';
import type { Target } from '../../build/sync/target.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { changeCorpus } from '../bench/nights/changes.ts';
import { buildHere, snapshot } from '../helpers/builds.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Not so patient that tests of what never comes take long. */
export const IMPATIENT: Patience = { silence: 400, pause: 5, mostPause: 20, mostRequested: 300, attempts: 4 };

export type SyncChoices = Partial<Omit<SyncOptions, 'source' | 'target'>> & {
  env?: NodeJS.ProcessEnv;
  patience?: Patience;
  notice?: (message: string) => void;
  /** What the target does otherwise. */
  target?: Partial<Target>;
};

/** Runs a sync in this process. */
export async function syncHere(from: string, to: string, choices: SyncChoices = {}): Promise<SyncReport> {
  const { env = {}, patience = IMPATIENT, notice = () => {}, target = {}, ...options } = choices;
  const jobs = options.jobs ?? 8;
  const source = openSource(from, { env, jobs, patience, notice });
  const dry = options.plan ? temporaryFolder() : null;
  return sync({
    source,
    target: Object.assign(openTarget(to, { env, jobs, from, dry, notice }), target),
    ...{ verify: null, keep: false, catalog: false, allowRollback: false, maxRemoved: null, plan: null },
    ...{ jobs, progress: silent, now: Date.now },
    ...options,
  });
}

/** Two nights of one tree, with their corpus. */
export interface Nights {
  folder: string;
  before: string;
  after: string;
}

/** Trees of a generated corpus before and after a night of changes. */
export async function nights(documents = 120, changes = 30): Promise<Nights> {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  writeCorpus(corpus, { documents, seed: 16 });
  const [before, after] = ['before', 'after'].map(name => path.join(folder, name)) as [string, string];
  await buildHere(corpus, before, { keepGoing: true });
  changeCorpus(corpus, changes, 1, new Random(16));
  await buildHere(corpus, after, { keepGoing: true });
  return { folder, before, after };
}

/** Of no manifest, so that nothing tells their times. */
const TIMELESS = /^(?:changes\/\S+|\S+[.]minisig) /;

/** Everything but the catalog and what only the builder's machine has. */
const ofMirror = (tree: string): string[] =>
  snapshot(tree)
    .filter(line => !/^(catalog|\.) |^catalog\//.test(line))
    .map(line => (TIMELESS.test(line) ? line.replace(/ [\d.]+(?= \w*$)/, '') : line));

/** Fails where a mirror is not its original, byte for byte and time for time, or is unsound. */
export async function assertMirrors(mirror: string, original: string, message = ''): Promise<void> {
  const [lines, others] = [ofMirror(mirror), ofMirror(original)];
  const difference = [
    ...lines.filter(line => !others.includes(line)).map(line => `+ ${line}`),
    ...others.filter(line => !lines.includes(line)).map(line => `- ${line}`),
  ];
  assert.equal(difference.slice(0, 12), [], message);
  const findings = await verifyTree(mirror, silent);
  assert.not.ok(hasFindings(findings), `${message} ${JSON.stringify(findings).slice(0, 500)}`);
}

/** A copy of a tree as a mirror has it, to change. */
export function copyOf(tree: string): string {
  const copy = path.join(temporaryFolder(), 'tree');
  fs.cpSync(tree, copy, { recursive: true, preserveTimestamps: true });
  for (const name of ['catalog', 'build.json', 'build.json.minisig'])
    fs.rmSync(path.join(copy, name), { recursive: true, force: true });
  setFolderTimes(copy);
  return copy;
}

export const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Changes what a part of a tree's manifest lists, and the root after it, so that all of them agree. */
export function editPart(tree: string, part: string, edit: (entries: Entry[]) => Entry[] | string): void {
  const file = path.join(tree, part);
  const entries = fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Entry);
  const edited = edit(entries);
  const text = typeof edited === 'string' ? edited : edited.map(manifestLine).join('');
  fs.writeFileSync(file, text);
  const list = typeof edited === 'string' ? entries : edited;
  editRoot(tree, parts =>
    parts.map(known =>
      known.path === part
        ? {
            ...known,
            files: list.length,
            content_bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
            bytes: Buffer.byteLength(text),
            sha256: sha256Of(text),
          }
        : known,
    ),
  );
}

export function editRoot(tree: string, edit: (parts: Part[]) => Part[]): void {
  const root = readRoot(tree);
  fs.writeFileSync(path.join(tree, 'manifest.json'), encodeRoot({ ...root, parts: edit([...root.parts]) }));
}

/** What a server was asked for. */
export interface Asked {
  method: string;
  url: string;
}

export interface FileServer {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** Answers a request in its own way. @returns false where the file is to be sent */
export type Fault = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** A server that gives out the files of a folder by their names, as the simplest do. */
export async function serveFiles(folder: string, fault: Fault = () => false): Promise<FileServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    asked.push({ method, url });
    const name = decodeURIComponent(url.replace(/\?.*/s, ''));
    if (fault(request, response, name.slice(1))) return;
    const file = path.join(folder, name);
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
      return void response.writeHead(404).end('none');
    const content = fs.readFileSync(file);
    response.writeHead(200, { 'content-length': content.length });
    response.end(method === 'HEAD' ? undefined : content);
  });
  // A test that fails does not wait for it.
  server.listen(0, '127.0.0.1').unref();
  await new Promise(resolve => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The message that a run fails with. */
export async function failure(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => assert.unreachable('it did not fail') as never,
    (error: Error) => error.message,
  );
}
