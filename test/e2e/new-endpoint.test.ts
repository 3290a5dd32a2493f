import fs from 'node:fs';
import path from 'node:path';
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { EdgeTarget } from '../../build/edge/target.ts';
import { type Running, run, start, untilListening } from '../helpers/commands.ts';
import { caddyEdge, caddyWith } from '../helpers/edges/caddy.ts';
import { cloudFrontFunction } from '../helpers/edges/cloudfront.ts';
import type { Edge, RunningEdge } from '../helpers/edges/edge.ts';
import { nginxEdge, nginxWith } from '../helpers/edges/nginx.ts';
import { startWorker, workerHindrance } from '../helpers/edges/worker.ts';
import { testWhere } from '../helpers/needs.ts';
import { type AssertValid, validator } from '../helpers/openapi.ts';
import { type Answer, exchange } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import { type Change, OTHERS, ROW } from './new-endpoint/changes.ts';
import { ProjectCopy } from './project-copy.ts';

/**
 * A resource is a row in the table, and what makes its answer: all else follows. The test does what an engineer would: it adds an
 * invented resource to a copy of the project, a file with a parameter that the shim computes, then builds and serves.
 */
const endpoints = suite('new endpoints');

const project = new ProjectCopy();
const dist = path.join(project.root, 'dist');
let shim: Running | undefined;
let port = 0;
let assertValid: AssertValid = () => {};

const apply = ({ file, before, text }: Change): void => project.replace(file, before, text + before);

async function get(url: string, at = port): Promise<Answer> {
  const answer = await exchange({ host: '127.0.0.1', port: at, path: url });
  // The description knows paths in their usual spelling alone.
  assertValid(decodeURI(url), answer.status, answer.headers['content-type'] ?? '', answer.text);
  return answer;
}

/** The files that the copy writes for an edge. */
async function edgeFiles(id: string, args: readonly string[]): Promise<Record<string, string>> {
  const out = temporaryFolder();
  const { code, stderr } = await run('edge', [id, '--out', out, '--dist', dist, ...args], {}, project);
  assert.is(code, 0, stderr);
  const names = fs.readdirSync(out, { withFileTypes: true }).filter(entry => entry.isFile());
  return Object.fromEntries(names.map(({ name }) => [name, fs.readFileSync(path.join(out, name), 'utf8')]));
}

const targetOf = (id: string): EdgeTarget => ({
  id,
  summary: '',
  files: ({ listen, origin }) =>
    edgeFiles(id, [
      ...['--listen', `${listen.host}:${listen.port}`],
      ...(origin ? ['--origin', origin.origin] : []),
    ]),
});

const shimUrl = (): URL => new URL(`http://127.0.0.1:${port}`);

endpoints.after(async () => {
  shim?.child.kill('SIGTERM');
  await shim?.finished;
});

// The first tests do the work, and fail where it fails: the error of a hook would be lost.
endpoints('with a row alone the compiler demands the handler and the description', () => {
  apply(ROW);
  for (const change of OTHERS.filter(({ file }) => file === ROW.file)) apply(change);
  const problems = project.typeCheck().trim().split('\n');
  assert.equal(problems.map(line => line.replace(/\(.*/, '')).sort(), [
    ...['build/pages/openapi/answers.ts', 'shim/routes/handlers.ts'],
  ]);
  for (const line of problems) assert.match(line, "'statuses' is missing");
});

endpoints('with four files changed the project compiles, builds and serves', async () => {
  for (const change of OTHERS.filter(({ file }) => file !== ROW.file)) apply(change);
  assert.ok(new Set([ROW, ...OTHERS].map(({ file }) => file)).size <= 4);
  assert.is(project.typeCheck(), '');
  const args = ['--corpus', SAMPLE_CORPUS, '--out', dist, '--no-site', '--no-search'];
  const { code, stderr } = await run('build', args, {}, project);
  assert.is(code, 0, stderr);
  shim = start('serve', ['--dist', dist, '--port', '0'], { LOG_LEVEL: 'silent' }, project);
  port = await untilListening(shim);
  assertValid = validator((await get('/api/openapi')).json);
});

endpoints('the description has the resource, its parameter and its errors', async () => {
  const { paths } = (await get('/api/openapi')).json;
  assert.ok('/api/usc/statuses' in paths && '/api/ecfr/statuses' in paths);
  assert.not.ok('/api/fr/statuses' in paths);
  const { operationId, parameters, responses } = paths['/api/usc/statuses'].get;
  assert.is(operationId, 'listUscStatuses');
  assert.is(parameters[0].name, 'status');
  assert.equal(Object.keys(responses).includes('503'), true);
});

const FILE = '/api/usc/statuses';
const COMPUTED = '/api/usc/statuses?status=in_force';

/** What the tree has, and what the shim makes of it. */
function expected() {
  const whole = fs.readFileSync(path.join(dist, 'api/usc/statuses.json'), 'utf8');
  const { data, meta } = JSON.parse(whole);
  const one = data.filter(({ status }: { status: string }) => status === 'in_force');
  assert.ok(one.length === 1 && data.length > 1, whole);
  return { whole, computed: JSON.stringify({ data: one, meta }) };
}

async function assertAnswered(at: number, hasTags = true): Promise<void> {
  const { whole, computed } = expected();
  for (const [url, text] of [
    [FILE, whole],
    [`${FILE}?status=&x=1`, whole],
    ['/api/%75sc/statuses', whole],
    [COMPUTED, computed],
  ] as const) {
    const answer = await get(url, at);
    assert.is(answer.status, 200, url);
    assert.is(answer.text, text, url);
    assert.match(String(answer.headers['cache-control']), 's-maxage=3600', url);
    if (hasTags) assert.is(answer.headers['cache-tag'], 'usc,usc-hierarchy', url);
  }
  assert.is((await get('/api/fr/statuses', at)).status, 404);
  assert.is((await get(`${FILE}/x`, at)).status, 404);
  assert.is((await get(`${FILE}?status=a&status=b`, at)).status, 400);
}

endpoints('the shim answers with the file, and with computed answers', () => assertAnswered(port));

/** Behind a shim that is away, a server has the file alone. */
async function assertFileAlone(edge: Edge): Promise<void> {
  const running: RunningEdge = await edge.start({ dist, origin: null });
  try {
    const at = Number(running.base.port);
    assert.is((await get(FILE, at)).text, expected().whole);
    assert.is((await get(COMPUTED, at)).status, 503);
  } finally {
    await running.stop();
  }
}

for (const { edge, changed } of [
  { edge: nginxEdge, changed: nginxWith(targetOf('nginx')) },
  { edge: caddyEdge, changed: caddyWith(targetOf('caddy')) },
])
  testWhere(
    endpoints as Test,
    edge.hindrance(),
    `${edge.name} answers with the file, also without a shim, and passes on computed answers`,
    async () => {
      const running = await changed.start({ dist, origin: shimUrl() });
      try {
        await assertAnswered(Number(running.base.port), false);
      } finally {
        await running.stop();
      }
      await assertFileAlone(changed);
    },
  );

testWhere(
  endpoints as Test,
  workerHindrance(),
  'the Worker answers with the file, also without a shim, and passes on computed answers',
  async () => {
    const { 'worker.js': script = '' } = await edgeFiles('cloudflare', []);
    const edge = (origin: URL | null) => async () => {
      const worker = await startWorker({ script, ...(origin && { origin: origin.origin }) });
      // No other file is asked for; putting all of them takes longer than everything else here.
      await worker.put(`${FILE.slice(1)}.json`, expected().whole);
      return { base: new URL(`http://127.0.0.1:${worker.port}`), stop: worker.close };
    };
    const running = await edge(shimUrl())();
    try {
      await assertAnswered(Number(running.base.port));
    } finally {
      await running.stop();
    }
    await assertFileAlone({ ...nginxEdge, start: edge(null) });
  },
);

endpoints('the function for CloudFront gives the file, and leaves computed answers to the shim', async () => {
  const files = await edgeFiles('cloudfront', ['--origin', 'https://shim.example.org']);
  const ask = cloudFrontFunction(files['function.js'] ?? '');
  const asked = (target: string) => ask({ method: 'GET', target });
  assert.is(asked(FILE).returned.uri, '/api/usc/statuses.json');
  assert.equal(asked(FILE).origins, []);
  assert.equal(asked(COMPUTED).origins, ['shim']);
  assert.equal(asked('/api/fr/statuses').origins, ['shim']);
  assert.match(files['upload.sh'] ?? '', "'+ /api/*/statuses.json'");
});

endpoints.run();
