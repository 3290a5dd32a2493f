import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFlags, UsageError } from '../../build/common/command-line.ts';
import { OPTIONS, readSettings, type Settings, USAGE } from '../../shim/settings.ts';

const read = (args: string[], env: NodeJS.ProcessEnv): Settings =>
  readSettings(parseFlags(args, OPTIONS).values, env);

function matches(args: string[], env: NodeJS.ProcessEnv, expected: Partial<Settings>): void {
  const settings = read(args, env);
  const found = Object.keys(expected).map(name => [name, settings[name as keyof Settings]]);
  assert.equal(Object.fromEntries(found), expected);
}

const refuses = (args: string[], env: NodeJS.ProcessEnv, message: RegExp): void =>
  assert.throws(
    () => read(args, env),
    (error: Error) => error instanceof UsageError && message.test(error.message),
  );

test('without flags and variables settings have their defaults', () => {
  matches(
    [],
    {},
    {
      dist: 'dist',
      host: '127.0.0.1',
      port: 3000,
      keysFile: '.keys.json',
      trustProxy: false,
      logLevel: 'info',
      mcpOrigins: 'loopback',
    },
  );
});

test('MCP is for pages of this machine if only it reaches the server, else for all or the named origins', () => {
  for (const HOST of ['localhost', '::1', '127.0.0.2']) matches([], { HOST }, { mcpOrigins: 'loopback' });
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1']) matches([], { HOST }, { mcpOrigins: 'any' });
  // A proxy on this machine is the way in for everyone.
  matches([], { TRUST_PROXY: 'loopback' }, { mcpOrigins: 'any' });
  matches([], { MCP_ORIGINS: 'any' }, { mcpOrigins: 'any' });
  matches([], { HOST: '::', MCP_ORIGINS: 'loopback' }, { mcpOrigins: 'loopback' });
  matches(
    [],
    { MCP_ORIGINS: 'https://A.example, http://b.example:81/' },
    {
      mcpOrigins: ['https://a.example', 'http://b.example:81'],
    },
  );
  for (const MCP_ORIGINS of ['a.example', 'any,https://a.example', 'https://a.example/path', ','])
    refuses([], { MCP_ORIGINS }, /MCP_ORIGINS must be any, loopback, or origins/);
});

test('variables are read, and an empty one counts as missing', () => {
  const env = {
    DIST: '/tree',
    HOST: '::',
    PORT: '80',
    KEYS_FILE: '/keys',
    TRUST_PROXY: '10.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
  matches([], env, {
    dist: '/tree',
    host: '::',
    port: 80,
    keysFile: '/keys',
    trustProxy: '10.0.0.0/8',
    logLevel: 'warn',
  });
  matches([], Object.fromEntries(Object.keys(env).map(name => [name, ''])), {
    dist: 'dist',
    port: 3000,
    logLevel: 'info',
  });
});

test('flags win over variables', () => {
  const env = { DIST: '/tree', HOST: '::', PORT: '80' };
  matches(['--dist', 'a', '--host', 'b', '--port', '0'], env, { dist: 'a', host: 'b', port: 0 });
  matches(['--dist=a'], env, { dist: 'a', host: '::', port: 80 });
});

test('the usage names every flag', () => {
  for (const flag of ['--dist', '--host', '--port', '--help']) assert.ok(USAGE.includes(flag));
});

test('a wrong setting is named', () => {
  refuses(['--nope'], {}, /--nope/);
  refuses(['extra'], {}, /extra/);
  refuses(['--port'], {}, /port/);
  for (const port of ['65536', '-1', '80a', '1e3', '123456'])
    refuses([`--port=${port}`], {}, /from 0 to 65535/);
  refuses([], { LOG_LEVEL: 'verbose' }, /LOG_LEVEL.*info/);
});

test('timeouts and the number of connections are whole numbers from 1 on', () => {
  const env = { REQUEST_TIMEOUT: '5', IDLE_TIMEOUT: '6', ANSWER_TIMEOUT: '7', MAX_CONNECTIONS: '8' };
  matches([], env, {
    connections: { requestTimeout: 5, idleTimeout: 6, answerTimeout: 7, maxConnections: 8 },
  });
  matches(
    [],
    { ...env, IDLE_TIMEOUT: '' },
    {
      connections: { requestTimeout: 5, idleTimeout: 72, answerTimeout: 7, maxConnections: 8 },
    },
  );
  for (const name of Object.keys(env)) {
    assert.ok(USAGE.includes(name), name);
    for (const text of ['0', '-1', '1.5', '1s', '99999999', 'off'])
      refuses([], { [name]: text }, new RegExp(`${name} must be a whole number from 1 to .*"${text}"`));
  }
});

test('TRUST_PROXY is off, or the addresses or networks of proxies, never a count or all', () => {
  for (const off of ['', 'off']) matches([], { TRUST_PROXY: off }, { trustProxy: false });
  for (const text of ['loopback', '127.0.0.1', '10.0.0.0/8,::1', 'uniquelocal']) {
    matches([], { TRUST_PROXY: text }, { trustProxy: text });
  }
  for (const text of ['true', 'on', '1', '*', '10.0.0.0/8,nonsense', '10.0.0.0/99', '1.2.3'])
    refuses([], { TRUST_PROXY: text }, /TRUST_PROXY/);
});

test('the memory of searches is a number of MB', () => {
  assert.is(readSettings({}, {}).searchMemory, 64);
  assert.is(readSettings({}, { SEARCH_MEMORY: '512' }).searchMemory, 512);
  for (const text of ['0', 'much', '100001'])
    assert.throws(() => readSettings({}, { SEARCH_MEMORY: text }), /SEARCH_MEMORY/);
});

test('metrics need a port', () => {
  for (const METRICS_PORT of ['', 'off']) matches([], { METRICS_PORT }, { metrics: null });
  matches([], { METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } });
  matches([], { METRICS_PORT: '0', METRICS_HOST: '::1' }, { metrics: { host: '::1', port: 0 } });
  for (const METRICS_PORT of ['on', '-1', '65536']) refuses([], { METRICS_PORT }, /from 0 to 65535/);
});

test('settings of the request log are read and checked', () => {
  matches([], {}, { requests: { client: 'pseudonym', secret: null, hasQueries: false, sample: 1 } });
  const secret = 'sixteen letters.';
  matches(
    [],
    { LOG_CLIENT: 'address', LOG_CLIENT_SECRET: secret, LOG_QUERIES: 'on', LOG_SAMPLE: '0.05' },
    { requests: { client: 'address', secret, hasQueries: true, sample: 0.05 } },
  );
  for (const [text, sample] of Object.entries({ '0': 0, '.5': 0.5, '1.0': 1, '1': 1, '0.001': 0.001 }))
    assert.is(read([], { LOG_SAMPLE: text }).requests.sample, sample);
  for (const text of ['1.1', '-0.1', '10%', '5', '1e-3', 'all', '0.', '1,0'])
    refuses([], { LOG_SAMPLE: text }, /LOG_SAMPLE must be a share from 0 to 1/);
  refuses([], { LOG_CLIENT: 'name' }, /LOG_CLIENT must be one of address, pseudonym, none/);
  refuses(
    [],
    { LOG_CLIENT_SECRET: secret.slice(1) },
    /^LOG_CLIENT_SECRET must have at least 16 characters\.$/,
  );
  refuses([], { LOG_QUERIES: 'yes' }, /LOG_QUERIES must be on or off/);
});

test('the delay of the end is a number of seconds, and probes are on or off', () => {
  matches([], {}, { shutdownDelay: 0, hasProbes: false });
  matches([], { SHUTDOWN_DELAY: '30', HEALTH_PROBES: 'on' }, { shutdownDelay: 30, hasProbes: true });
  matches([], { SHUTDOWN_DELAY: '0', HEALTH_PROBES: 'off' }, { shutdownDelay: 0, hasProbes: false });
  for (const text of ['-1', '1.5', '3601', 'long'])
    refuses([], { SHUTDOWN_DELAY: text }, /SHUTDOWN_DELAY must be a whole number from 0 to 3600/);
  for (const text of ['yes', '1', 'ON'])
    refuses([], { HEALTH_PROBES: text }, /HEALTH_PROBES must be on or off/);
});

test('workers need a shared store, whose URL is never repeated', () => {
  matches([], {}, { workers: 1, rateLimitStore: null });
  const RATE_LIMIT_URL = 'rediss://:secret@store.example/2';
  const { rateLimitStore, workers } = read([], { RATE_LIMIT_URL, WORKERS: '64' });
  assert.is(workers, 64);
  assert.equal([rateLimitStore?.host, rateLimitStore?.database], ['store.example', 2]);
  matches([], { WORKERS: '1', RATE_LIMIT_URL: '' }, { workers: 1, rateLimitStore: null });
  for (const text of ['0', '65', 'all', '1.5'])
    refuses([], { RATE_LIMIT_URL, WORKERS: text }, /WORKERS must be a whole number from 1 to 64/);
  refuses([], { WORKERS: '2' }, /WORKERS is 2, but RATE_LIMIT_URL is not set/);
  refuses(
    [],
    { RATE_LIMIT_URL: 'store.example:6379' },
    /RATE_LIMIT_URL is wrong: it must have the form redis/,
  );
  for (const url of ['http://:secret@store.example', 'redis://:sec%ret@store.example'])
    assert.throws(
      () => read([], { RATE_LIMIT_URL: url }),
      (error: Error) => error instanceof UsageError && !error.message.includes('sec'),
    );
});

test.run();
