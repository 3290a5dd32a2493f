import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANGES_INDEX } from '../../../../build/contract/paths.ts';
import { clock } from '../../../../shim/doctor/checks/clock.ts';
import { descriptors, descriptorsFinding, openFilesIn } from '../../../../shim/doctor/checks/descriptors.ts';
import { diskFinding } from '../../../../shim/doctor/checks/disk.ts';
import { node, nodeFinding } from '../../../../shim/doctor/checks/node.ts';
import { metricsFinding, port, portFinding } from '../../../../shim/doctor/checks/port.ts';
import { start, untilListening } from '../../../helpers/commands.ts';
import { freePort } from '../../../helpers/edges/process.ts';
import { newKeysFile } from '../../../helpers/key-records.ts';
import { testWhere } from '../../../helpers/needs.ts';
import { startShim, VERSION } from '../../../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../../../helpers/tree.ts';
import { endAfter } from '../../../runner/leftovers.cjs';
import { finding, findings, lineOf } from '../patient.ts';

/** The checks of the machine: Node, clock, open files, disk, port. */

test('an old Node is a problem', async () => {
  assert.match(await finding(node, {}), new RegExp(`^ok: Node ${process.versions.node}, Pandect \\d`));
  for (const old of ['18.20.1', '20.18.3']) assert.is(nodeFinding(old, '20.19', '1').state, 'problem', old);
  for (const good of ['20.19.0', '21.0.0', '24.1.2'])
    assert.is(nodeFinding(good, '20.19', '1').state, 'ok', good);
});

test('a clock before the tree’s build or unlike the disk’s is reported', async () => {
  const { dist } = await sampleTree();
  const file = newKeysFile();
  const env = { DIST: dist, KEYS_FILE: file };
  assert.match(await finding(clock, env), /^ok: 20\d\d-/);
  assert.match(
    await finding(clock, env, () => Date.parse('2026-01-01T00:00:00Z') - 3e10),
    /^problem: the clock says 20\d\d.*, but the tree was built .* → let the clock be set by NTP/,
  );
  assert.match(
    await finding(clock, env, () => Date.now() + 60_000),
    /^warning: the file system of .* is (59|60|61) s behind the clock/,
  );
  assert.match(
    await finding(clock, { KEYS_FILE: file }, () => Date.now() - 60_000),
    /^warning: the file system of .* is (59|60|61) s ahead of the clock/,
  );
  assert.equal(readdirSync(dirname(file)), [], 'nothing is left behind');
});

test('clocks that differ by some seconds are ok', async () => {
  const { dist } = await sampleTree();
  const { data } = JSON.parse(readFileSync(join(dist, CHANGES_INDEX), 'utf8'));
  const built = Date.parse(data[0].published);
  const env = { DIST: dist, KEYS_FILE: newKeysFile() };
  const state = async (difference: number) => (await findings(clock, env, () => built + difference))[0]?.says;
  assert.not.match((await state(-4900)) ?? '', /but the tree was built/);
  assert.match((await state(-5100)) ?? '', /but the tree was built/);
});

test('the soft limit of open files counts, which may be unlimited', () => {
  const limits = (soft: string, hard: string) =>
    `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             63499                63499                processes \nMax open files            ${soft.padEnd(20)} ${hard.padEnd(20)} files     \n`;
  assert.is(openFilesIn(limits('1024', '1048576')), 1024);
  assert.is(openFilesIn(limits('unlimited', 'unlimited')), Number.POSITIVE_INFINITY);
  assert.is(openFilesIn(''), null);
  assert.is(lineOf(descriptorsFinding(Number.POSITIVE_INFINITY, 10)).slice(0, 3), 'ok:');
});

test('fewer open files than connections need are reported', async () => {
  assert.match(await finding(descriptors, { MAX_CONNECTIONS: '1' }), /^ok: .*MAX_CONNECTIONS is 1$/);
  const state = (limit: number) => descriptorsFinding(limit, 3000).state;
  assert.equal([3499, 3500, 6499, 6500, Number.POSITIVE_INFINITY].map(state), [
    'problem',
    'warning',
    'warning',
    'ok',
    'ok',
  ]);
  assert.match(lineOf(descriptorsFinding(1024, 3000)), /allow 6500 \(LimitNOFILE=/);
});

/** A file system with little room. */
function mounted(options: string): { folder: string; hindrance: string | null } {
  const folder = temporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'pandect-test', folder]);
  if (status !== 0) return { folder, hindrance: 'only root can mount a file system' };
  process.prependOnceListener('exit', () => spawnSync('umount', ['-l', folder]));
  return { folder, hindrance: null };
}

test('a disk with room is ok, an unknown one is reported', async () => {
  // Where the machine that tests has little, it is told so.
  assert.match(lineOf(await diskFinding('.')), /^(ok: |warning: only |problem: only )[\d,]+ MB are free/);
  assert.match(
    lineOf(await diskFinding('/no/such/folder')),
    /^warning: nobody knows how much room .*: ENOENT/,
  );
});

const small = mounted('size=4m');
testWhere(test, small.hindrance, 'a full disk is a problem, for an existing and a future tree', async () => {
  const told = /^problem: only \d MB are free where .* lies → make room/;
  assert.match(lineOf(await diskFinding(small.folder)), told);
  assert.match(lineOf(await diskFinding(join(small.folder, 'dist'))), told);
});

// No room is taken before something is written.
const nameless = mounted('size=2g,nr_inodes=5');
testWhere(test, nameless.hindrance, 'a disk without free inodes is a problem', async () => {
  assert.match(lineOf(await diskFinding(nameless.folder)), /^ok: /);
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(nameless.folder, name), '');
  assert.match(
    lineOf(await diskFinding(nameless.folder)),
    /^problem: hardly any file can be made .*: 0 names are free/,
  );
});

const little = mounted('size=500m');
testWhere(test, little.hindrance, 'a disk with too little room for a build is a warning', async () => {
  assert.match(lineOf(await diskFinding(little.folder)), /^warning: only 500 MB are free .*: a build needs/);
});

test("a port is ok if free or a Pandect's, and a problem with another program or a foreign address", async () => {
  const free = await freePort();
  assert.is(lineOf(await portFinding('127.0.0.1', free)), `ok: 127.0.0.1:${free} is free`);
  assert.match(lineOf(await portFinding('127.0.0.1', 0)), /^ok: any free port/);
  const shim = await startShim(await sampleTree());
  const told = `ok: Pandect ${VERSION} answers at`;
  assert.is(lineOf(await portFinding('127.0.0.1', shim.port)), `${told} 127.0.0.1:${shim.port} already`);
  assert.is(lineOf(await portFinding('0.0.0.0', shim.port)), `${told} 0.0.0.0:${shim.port} already`);
  await shim.close();
  assert.match(
    lineOf(await portFinding('192.0.2.1', free)),
    /^problem: nobody can listen at 192.0.2.1:\d+: EADDRNOTAVAIL/,
  );
});

test("the port of metrics is ok if free or a Pandect's, and a problem with another program", async () => {
  const { dist } = await sampleTree();
  const metrics = await freePort();
  assert.is(lineOf(await metricsFinding('127.0.0.1', metrics)), `ok: 127.0.0.1:${metrics} is free`);
  const shim = start('serve', ['--dist', dist, '--port', '0'], { METRICS_PORT: `${metrics}` });
  const main = await untilListening(shim);
  assert.is(
    lineOf(await metricsFinding('127.0.0.1', metrics)),
    `ok: Pandect with its metrics answers at 127.0.0.1:${metrics} already`,
  );
  assert.match(
    lineOf(await metricsFinding('127.0.0.1', main)),
    /^problem: another program listens at .* → end it, or take another METRICS_PORT$/,
  );
  const told = await findings(port, { PORT: `${main}`, METRICS_PORT: `${metrics}` });
  assert.equal(
    told.map(({ state }) => state),
    ['ok', 'ok'],
  );
  shim.child.kill('SIGTERM');
  await shim.finished;
});

test('other programs at the port are recognised, with and without HTTP', async () => {
  const other = endAfter(createHttpServer((_request, response) => response.end('{"version":1}')));
  const silent = endAfter(createServer());
  for (const server of [other, silent]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    assert.is(
      lineOf(await portFinding('127.0.0.1', port)),
      `problem: another program listens at 127.0.0.1:${port} → end it, or take another PORT`,
    );
  }
  other.closeAllConnections();
  for (const server of [other, silent]) server.close();
});

test.run();
