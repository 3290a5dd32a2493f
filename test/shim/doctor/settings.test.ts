import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSettings } from '../../../shim/doctor/settings.ts';

test('every wrong setting is reported, and the right ones are used', () => {
  const env = {
    PATH: '/bin',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'everyone',
    REQUEST_TIMEOUT: '0',
    MAX_CONNECTIONS: 'many',
    TYPESENSE_URL: 'http://127.0.0.1:1',
    MCP_ORIGINS: 'x',
    DIST: '/tree',
  };
  const { findings, settings } = checkSettings({ port: '99999' }, env);
  const wrong = [
    'LOG_LEVEL',
    'TRUST_PROXY',
    'REQUEST_TIMEOUT',
    'MAX_CONNECTIONS',
    'TYPESENSE_API_KEY',
    'MCP_ORIGINS',
    'The port',
  ];
  assert.is(findings.length, wrong.length, JSON.stringify(findings));
  for (const name of wrong) assert.is(findings.filter(({ says }) => says.includes(name)).length, 1, name);
  for (const { state, mend } of findings)
    assert.equal([state, mend?.includes('Settings')], ['problem', true]);
  assert.equal([settings.dist, settings.logLevel, settings.port], ['/tree', 'info', 3000]);
  assert.is(env.LOG_LEVEL, 'loud', 'nobody else’s environment is changed');
});

test('right settings are ok', () => {
  const { findings, settings } = checkSettings({ port: '1' }, { LOG_LEVEL: 'warn' });
  assert.equal(
    findings.map(({ state }) => state),
    ['ok'],
  );
  assert.equal([settings.port, settings.logLevel], [1, 'warn']);
});

test.run();
