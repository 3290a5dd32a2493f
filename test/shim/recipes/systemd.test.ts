import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readSettings } from '../../../shim/settings.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { absenceOf, recipe, runProgram } from './recipe.ts';

/** The units, as systemd reads them. */

const test = suiteWhere('units', absenceOf('systemd-analyze'));
const SERVICES = ['pandect.service', 'pandect-build.service', 'pandect-corpus.service'];
const UNITS = [...SERVICES, 'pandect-build.timer'];

/** @returns a folder with the units, changed, for this machine's Node */
function units(change: (text: string) => string = text => text): string {
  const folder = temporaryFolder();
  for (const name of UNITS)
    writeFileSync(join(folder, name), change(recipe(name).replaceAll('/usr/bin/node', process.execPath)));
  return folder;
}

const verify = (folder: string) =>
  runProgram('systemd-analyze', ['verify', '--man=no', ...UNITS.map(name => `./${name}`)], folder);
/** In tenths: systemd calls up to 2.0 "safe" or "ok". */
const security = (folder: string, name: string, threshold: number) =>
  runProgram(
    'systemd-analyze',
    ['security', '--offline=true', `--threshold=${threshold}`, `./${name}`],
    folder,
  );

test('systemd accepts every line of the units', () => {
  assert.equal(verify(units()), { code: 0, output: '' });
  assert.match(verify(units(text => text.replace('ProtectHome=', 'ProtectHouse='))).output, 'ProtectHouse');
});

test('the services have an exposure of at most 1.5', () => {
  const folder = units();
  for (const name of SERVICES) {
    const { code, output } = security(folder, name, 15);
    assert.is(code, 0, output);
  }
  const weak = units(text => text.replace('NoNewPrivileges=yes\nCapabilityBoundingSet=\n', ''));
  assert.is.not(security(weak, 'pandect.service', 15).code, 0);
});

test("the unit's settings are the shim's, and systemd waits longer than it takes to end", () => {
  const text = recipe('pandect.service');
  const env = Object.fromEntries(
    [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map(assignment => assignment.split('=')),
    ),
  );
  const settings = readSettings({}, env);
  assert.equal([settings.port, settings.keysFile], [3000, '/etc/pandect/keys/keys.json']);
  assert.is(settings.keysUsage, '/var/lib/pandect/keys-usage');
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? [];
  assert.ok(Number(seconds) >= 30);
  const [, files] = /^LimitNOFILE=(\d+)$/m.exec(text) ?? [];
  assert.ok(Number(files) >= 2 * settings.connections.maxConnections + 500);
});

test.run();
