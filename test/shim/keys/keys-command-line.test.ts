import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFlags, UsageError } from '../../../build/common/command-line.ts';
import { OPTIONS, readCommand } from '../../../shim/keys/keys-command-line.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
function parse(...args: string[]) {
  const { values, positionals } = parseFlags(args, OPTIONS, true);
  return readCommand(values, positionals, 'default.json', NOW);
}

test('create without flags has defaults', () => {
  assert.equal(parse('create'), {
    verb: 'create',
    file: 'default.json',
    json: false,
    tier: 'standard',
    name: '',
    expires: null,
  });
});

test('flags are read before and after the command', () => {
  const wanted = {
    verb: 'create',
    file: 'f.json',
    json: false,
    tier: 'elevated',
    name: 'Nightly job',
    expires: '2026-03-01',
  };
  const flags = [
    '--tier',
    'elevated',
    '--name=Nightly job',
    '--expires',
    '2026-03-01',
    '--keys-file',
    'f.json',
  ];
  assert.equal(parse('create', ...flags), wanted);
  assert.equal(parse(...flags, 'create'), wanted);
  assert.equal(parse('list', '--keys-file', 'f.json'), { verb: 'list', file: 'f.json', json: false });
  for (const verb of ['show', 'revoke'])
    assert.equal(parse(verb, 'abc', '--json'), { verb, file: 'default.json', json: true, id: 'abc' });
  const hours = (...args: string[]) => {
    const { overlap } = parse('rotate', 'abc', ...args) as { overlap: number };
    return overlap / 3_600_000;
  };
  assert.equal(
    [hours(), hours('--overlap', '0'), hours('--overlap', '90m'), hours('--overlap', '90d')],
    [24, 0, 1.5, 2160],
  );
});

test('wrong arguments have a message', () => {
  const cases: [string[], RegExp][] = [
    [[], /create, list, show, rotate or revoke/],
    [['delete'], /no command "delete"/],
    [['create', '--tire', 'elevated'], /--tire/],
    [['create', '--tier'], /--tier/],
    [['create', '--tier', 'anonymous'], /no tier "anonymous".*standard, elevated, unlimited/],
    [['create', '--tier', 'gold'], /no tier "gold"/],
    [['create', '--expires', 'soon'], /--expires must be a date YYYY-MM-DD, not "soon"/],
    [['create', '--expires', '2026-02-30'], /"2026-02-30"/],
    [['create', '--expires', '2026-02-28'], /in the past/],
    [['create', '--name', 'a\u001b[2Jb'], /control characters/],
    [['create', '--name', 'x'.repeat(101)], /100 characters/],
    [['create', 'standard'], /no argument "standard"/],
    [['list', '--tier', 'standard'], /--tier belongs to create/],
    [['list', 'all'], /no argument "all"/],
    [['revoke', 'a', '--overlap', '1h'], /--overlap belongs to rotate/],
    [['rotate', 'a', '--name', 'b'], /--name belongs to create/],
    ...['', '24', '-1h', '1.5h', '1w', '91d', '1234567m', 'h'].map((text): [string[], RegExp] => [
      ['rotate', 'a', `--overlap=${text}`],
      new RegExp(`--overlap must be 0, .* 90d at most, not "${text}"`),
    ]),
    [['rotate'], /rotate takes the id of one key/],
    [['show'], /show takes the id/],
    [['revoke'], /id of one key/],
    [['revoke', 'a', 'b'], /id of one key/],
  ];
  for (const [args, message] of cases) {
    assert.throws(
      () => parse(...args),
      (error: Error) => error instanceof UsageError && message.test(error.message),
      args.join(' '),
    );
  }
});

test.run();
