import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../../shim/settings.ts';
import { run } from '../../helpers/commands.ts';
import { nginxEdge } from '../../helpers/edges/nginx.ts';
import { testWhere } from '../../helpers/needs.ts';
import type { Json } from '../../helpers/shim.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { absenceOf, RECIPES, recipe, runProgram } from './recipe.ts';

/** The compose file and nginx's main file. `test/e2e/restarts.test.ts` runs the same as processes. */

const VARIABLES = recipe('compose.env.example').replace(/=$/gm, '=abc');
const values = Object.fromEntries(
  [...VARIABLES.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const filled = recipe('compose.yaml').replace(/\$\{(\w+)\}/g, (_, name) => values[name] ?? '');
const { services }: Json = load(filled, { schema: YAML11_SCHEMA });

testWhere(
  test,
  absenceOf('docker-compose'),
  'compose accepts every line, and reports every missing variable',
  () => {
    const folder = join(temporaryFolder(), 'recipes');
    cpSync(RECIPES, folder, { recursive: true });
    writeFileSync(join(folder, '.env'), VARIABLES);
    assert.equal(runProgram('docker-compose', ['-f', 'compose.yaml', 'config', '-q'], folder), {
      code: 0,
      output: '',
    });
    writeFileSync(join(folder, '.env'), '');
    assert.match(
      runProgram('docker-compose', ['-f', 'compose.yaml', 'config', '-q'], folder).output,
      /is not set/,
    );
  },
);

test('every container has no capabilities and a read-only root', () => {
  for (const [name, service] of Object.entries<Json>(services)) {
    assert.equal(service.security_opt, ['no-new-privileges:true'], name);
    // Typesense's image runs as root, and wants to write its log.
    if (name !== 'typesense') assert.equal([service.read_only, service.cap_drop], [true, ['ALL']], name);
    for (const port of service.ports ?? []) assert.match(port, /^127[.]0[.]0[.]1:/, name);
  }
});

test("the shims' settings are valid, and Docker waits longer than they take to end", () => {
  const { shim1, shim2, nginx } = services;
  for (const { environment, stop_grace_period } of [shim1, shim2]) {
    const settings = readSettings({}, environment);
    assert.is(settings.trustProxy, nginx.networks.default.ipv4_address);
    assert.ok(Number.parseInt(stop_grace_period, 10) > settings.shutdownDelay + 10);
    // What nginx leaves out is asked again before the next shim goes.
    assert.ok(settings.shutdownDelay > 2);
    assert.is(settings.rateLimitStore?.host, 'valkey');
    assert.match(settings.typesense?.nodes[0] ?? '', /^http:\/\/typesense:/);
  }
  const { mem_limit, command } = services.valkey;
  assert.is(mem_limit, '256m');
  assert.is(command[command.indexOf('--maxmemory-policy') + 1], 'volatile-ttl');
});

testWhere(
  test,
  nginxEdge.hindrance(),
  'nginx accepts the configuration of the job, with both shims',
  async () => {
    const folder = temporaryFolder();
    const [, ...args] = services.edge.command as string[];
    const out = join(folder, 'edge');
    const { code, stderr } = await run(
      'edge',
      args.map(arg => (arg === '/srv/edge' ? out : arg)),
    );
    assert.is(code, 0, stderr);
    const site = readFileSync(join(out, 'nginx.conf'), 'utf8');
    for (const name of ['shim1', 'shim2'])
      assert.ok(site.includes(`server ${services[name].networks.default.ipv4_address}:3000 `), name);
    mkdirSync(join(folder, 'temp'));
    const main = recipe('nginx.conf')
      .replaceAll('/tmp/', `${folder}/temp/`)
      .replaceAll('/dev/', `${folder}/temp/`)
      .replaceAll('/etc/nginx/pandect', out);
    writeFileSync(join(folder, 'main.conf'), main);
    const tried = runProgram('nginx', ['-t', '-q', '-c', join(folder, 'main.conf'), '-e', 'stderr']);
    assert.is(tried.code, 0, tried.output);
  },
);

test.run();
