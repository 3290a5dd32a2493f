import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Finished, run, start, untilListening } from '../helpers/commands.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { documentText, USC_PATH, writeCorpus } from '../helpers/written-corpus.ts';

/** The command line, on the real programs. */

const BUILD = 'build';
const SERVE = 'serve';
const KEYS = 'keys';

function matches(finished: Finished, code: number, message: RegExp): void {
  assert.is(finished.code, code, finished.stderr);
  assert.match(code === 0 ? finished.stdout : finished.stderr, message);
  assert.not.match(finished.stderr, /^\s+at .*\(/m, 'a stack is no message');
}

test('build: a missing corpus exits with 2 and makes nothing', async () => {
  const out = join(temporaryFolder(), 'dist');
  matches(
    await run(BUILD, ['--corpus', '/no/such/corpus', '--out', out]),
    2,
    /no corpus directory \/no\/such\/corpus/,
  );
  assert.not(existsSync(out));
});

test('serve: a missing tree exits with 2, and the message says what to do', async () => {
  matches(await run(SERVE, ['--dist', '/no/such/tree']), 2, /no tree \/no\/such\/tree.*npm run build/);
});

test('serve: a folder without a tree exits with 2, and no addresses are shown', async () => {
  const { dist } = await sampleTree();
  const empty = temporaryFolder();
  // A mirror that leaves the catalog out cannot serve.
  const mirror = join(temporaryFolder(), 'mirror');
  cpSync(dist, mirror, { recursive: true, filter: file => !file.includes('catalog') });
  for (const folder of [empty, mirror]) {
    const finished = await run('serve', ['--dist', folder, '--port', '0']);
    matches(finished, 2, /is no tree that can be served: it has no catalog\/catalog\.bin/);
    assert.not.match(finished.stderr, /Try:/);
  }
});

test('verify: a folder without a tree exits with 2, and the message says why', async () => {
  matches(await run('verify', ['/no/such/tree']), 2, /^There is no directory \/no\/such\/tree\./);
  matches(
    await run('verify', [SAMPLE_CORPUS]),
    2,
    /^\S+ is no tree that can be checked: it has neither manifest/,
  );
  matches(await run('verify', [join(SAMPLE_CORPUS, '../package.json')]), 2, /no directory .*package\.json/);
});

test('bench: an unknown name exits with 2 and lists the names', async () => {
  matches(await run('bench', ['lunch']), 2, /^There is no benchmark "lunch"\.\n[\s\S]*serve, lists, build/);
  matches(await run('bench', []), 2, /^Say which benchmark\./);
});

test('keys: a missing folder, a missing command and an unknown key exit with 2', async () => {
  matches(
    await run(KEYS, ['list'], { KEYS_FILE: '/no/such/folder/keys.json' }),
    2,
    /no directory \/no\/such\/folder/,
  );
  matches(await run(KEYS, []), 2, /--help/);
  const keysFile = join(temporaryFolder(), 'keys.json');
  matches(await run(KEYS, ['revoke', 'nobody'], { KEYS_FILE: keysFile }), 2, /no key "nobody"/);
});

test('serve: wrong settings exit with 2', async () => {
  const { dist } = await sampleTree();
  matches(await run(SERVE, ['--dist', dist, '--port', '65536']), 2, /port.*0 to 65535.*"65536"/);
  matches(await run(SERVE, ['--dist', dist], { PORT: 'http' }), 2, /port.*"http"/);
  matches(await run(SERVE, ['--dist', dist], { LOG_LEVEL: 'loud' }), 2, /LOG_LEVEL.*info/);
  matches(await run(SERVE, ['--dist', dist], { TRUST_PROXY: 'yes' }), 2, /TRUST_PROXY/);
});

test('build: all problems are printed, the exit code is 1, and nothing is published', async () => {
  const corpus = writeCorpus({
    [USC_PATH]: documentText(USC_PATH, { last_updated: null }),
    'usc/title-17/chapter-01/section-107.md': 'no frontmatter',
  });
  const out = join(temporaryFolder(), 'dist');
  const finished = await run(BUILD, ['--corpus', corpus, '--out', out]);
  matches(finished, 1, /section-106\.md: last_updated: is missing/);
  assert.match(finished.stderr, /section-107\.md/);
  assert.not(existsSync(join(out, 'api')));
});

test('build --keep-going leaves bad documents out and exits with 0, and its summary adds up', async () => {
  const corpus = writeCorpus({
    [USC_PATH]: documentText(USC_PATH),
    'usc/title-17/chapter-01/section-107.md': 'no frontmatter',
    'usc/title-17/chapter-01/section-108.md': documentText(USC_PATH, {
      last_updated: null,
      identifier: null,
    }),
    // Rendered, and left out all the same.
    'usc/title-17/chapter-01/section-109.md': documentText(USC_PATH),
  });
  const out = join(temporaryFolder(), 'dist');
  const finished = await run(BUILD, ['--corpus', corpus, '--out', out, '--keep-going']);
  matches(finished, 0, /section-107\.md/);
  const summary =
    /documents +1: usc 1, ecfr 0, fr 0; 1 of them rendered anew\n[\s\S]*problems +4 problems in 3 documents, left out; 4 new\n/;
  assert.match(finished.stdout, summary);
  // Unchanged: the same documents, and none is rendered.
  const again = await run(BUILD, ['--corpus', corpus, '--out', out, '--keep-going']);
  assert.match(again.stdout, /documents +1: usc 1, ecfr 0, fr 0; 0 of them rendered anew\n/);
  assert.match(again.stdout, /problems +4 problems in 3 documents, left out; 0 new\n/);
  assert.ok(existsSync(join(out, 'api/usc/documents/t17/s106.json')));
});

test('build ends with a summary: documents per source, files, bytes, problems, seconds', async () => {
  const out = join(temporaryFolder(), 'dist');
  const { code, stdout } = await run(BUILD, [], { CORPUS: SAMPLE_CORPUS, DIST: out });
  assert.is(code, 0);
  assert.ok(stdout.includes(`usc ${SAMPLE.usc}, ecfr ${SAMPLE.ecfr}, fr ${SAMPLE.fr}`), stdout);
  assert.match(stdout, /files +\d+, \d+\.\d MB/);
  assert.match(stdout, /problems +0/);
  assert.match(stdout, /seconds +\d/);
  assert.ok(existsSync(join(out, 'api/stats.json')), 'CORPUS and DIST were heeded');
});

test('flags win over variables', async () => {
  const { dist } = await sampleTree();
  const shim = start(SERVE, ['--dist', dist, '--host', '127.0.0.1', '--port', '0'], {
    DIST: '/no/such/tree',
    HOST: '192.0.2.1',
    PORT: '1',
  });
  const port = await untilListening(shim);
  assert.is((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200);
  shim.child.kill('SIGTERM');
  assert.is((await shim.finished).code, 0);
});

test('DIST, HOST, PORT, KEYS_FILE, TRUST_PROXY and LOG_LEVEL are used', async () => {
  const { dist } = await sampleTree();
  const keysFile = join(temporaryFolder(), 'keys.json');
  const created = await run(KEYS, ['create', '--tier', 'elevated'], { KEYS_FILE: keysFile });
  const secret = created.stdout.trim().split('\n').at(-1) ?? '';
  const shim = start(SERVE, [], {
    DIST: dist,
    HOST: '127.0.0.1',
    PORT: '0',
    KEYS_FILE: keysFile,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
  });
  const base = `http://127.0.0.1:${await untilListening(shim)}`;
  const withKey = await fetch(`${base}/api/stats`, { headers: { 'x-api-key': secret } });
  assert.is(withKey.headers.get('x-ratelimit-policy'), 'elevated');
  for (const client of ['192.0.2.1', '192.0.2.2']) {
    const { headers } = await fetch(`${base}/api/stats`, { headers: { 'x-forwarded-for': client } });
    assert.is(headers.get('x-ratelimit-remaining'), '99', client);
  }
  shim.child.kill('SIGTERM');
  assert.is((await shim.finished).stdout, '', 'no lines below warn');
});

test('keys: create prints the key as its last line, and a revoked key is anonymous to a running shim', async () => {
  const { dist } = await sampleTree();
  const env = { KEYS_FILE: join(temporaryFolder(), 'keys.json') };
  const { stdout } = await run(KEYS, ['create', '--name', 'test'], env);
  const secret = stdout.trim().split('\n').at(-1) ?? '';
  assert.match(secret, /^pdk_[\w-]{43}$/);
  const shim = start(SERVE, ['--dist', dist, '--port', '0'], env);
  const url = `http://127.0.0.1:${await untilListening(shim)}/api/stats`;
  const policy = async () =>
    (await fetch(url, { headers: { authorization: `Bearer ${secret}` } })).headers.get('x-ratelimit-policy');
  assert.is(await policy(), 'standard');
  const [id = ''] = /^\w+(?= +standard)/m.exec((await run(KEYS, ['list'], env)).stdout) ?? [];
  assert.is((await run(KEYS, ['revoke', id], env)).code, 0);
  for (let attempt = 0; attempt < 100 && (await policy()) === 'standard'; attempt++) {
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  assert.is(await policy(), 'anonymous');
  shim.child.kill('SIGTERM');
  await shim.finished;
});

test.run();
