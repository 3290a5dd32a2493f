import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFlags, UsageError } from '../../../build/common/command-line.ts';
import { OPTIONS, readCommand } from '../../../shim/keys/usage.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
function parse(...args: string[]) {
  const { values, positionals } = parseFlags(args, OPTIONS, true);
  return readCommand(values, positionals, 'default.json', NOW);
}

test('create has defaults for everything', () => {
  assert.equal(parse('create'), {
    verb: 'create',
    file: 'default.json',
    tier: 'standard',
    name: '',
    expires: null,
  });
});

test('flags are taken over, before or after the command', () => {
  const wanted = {
    verb: 'create',
    file: 'f.json',
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
  assert.equal(parse('list', '--keys-file', 'f.json'), { verb: 'list', file: 'f.json' });
  assert.equal(parse('revoke', 'abc'), { verb: 'revoke', file: 'default.json', id: 'abc' });
});

test('what is wrong is said', () => {
  const cases: [string[], RegExp][] = [
    [[], /create, list or revoke/],
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
