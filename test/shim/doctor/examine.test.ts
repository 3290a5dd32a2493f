import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { examine } from '../../../shim/doctor/examine.ts';
import { type Check, ok, problem, warning } from '../../../shim/doctor/finding.ts';
import { hasProblem, printJson, printText } from '../../../shim/doctor/print.ts';
import { patient } from './patient.ts';

const check = (name: string, run: Check['run']): Check => ({ name, run });

test('checks run at once within bounds, errors are problems, and findings have the order of the table', async () => {
  let running = 0;
  const together = async () => {
    running++;
    await new Promise(resolve => setTimeout(resolve, 10));
    return ok(`${running}`);
  };
  const told = await examine(
    [
      check('endless', () => new Promise(() => {})),
      check('one', together),
      check('other', together),
      check('broken', () => Promise.reject(Object.assign(new Error('long'), { code: 'EIO' }))),
      check('two', async () => [warning('a', 'b'), problem('c', 'd')]),
    ],
    patient({}),
    50,
  );
  assert.equal(
    told.map(({ check, state, says }) => [check, state, says]),
    [
      ['endless', 'problem', 'the check did not come to an end within 0.05 s'],
      ['one', 'ok', '2'],
      ['other', 'ok', '2'],
      ['broken', 'problem', 'the check failed: EIO'],
      ['two', 'warning', 'a'],
      ['two', 'problem', 'c'],
    ],
  );
});

const TOLD = [
  { check: 'tree', ...ok('whole') },
  { check: 'keys', ...warning('a key\u001b[2J\nends', 'make one') },
];

test('each finding is one line whatever its text, and a summary follows', () => {
  assert.is(
    printText(TOLD),
    'ok       tree             whole.\nwarning  keys             a key [2J ends. → make one\n0 problems, 1 warning\n',
  );
  assert.is(hasProblem(TOLD), false);
  const more = [...TOLD, { check: 'disk', ...problem('full', 'make room') }];
  assert.match(printText(more), /\nPROBLEM {2}disk {13}full\. → make room\n1 problem, 1 warning\n$/);
  assert.is(hasProblem(more), true);
});

test('JSON has the same findings for programs', () => {
  assert.equal(JSON.parse(printJson(TOLD, '1.2.3')), {
    version: '1.2.3',
    problems: 0,
    warnings: 1,
    checks: [
      { check: 'tree', state: 'ok', says: 'whole', mend: null },
      { check: 'keys', state: 'warning', says: 'a key\u001b[2J\nends', mend: 'make one' },
    ],
  });
});

test.run();
