import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run, start, untilListening } from '../helpers/commands.ts';
import { SAMPLE } from '../helpers/sample.ts';
import { exchange } from '../helpers/shim.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** What everybody does first: build the sample, serve it, ask. Other tests look at each of these closely. */

test('the commands build and serve the sample with its site, and the shim ends on SIGTERM', async () => {
  const dist = join(temporaryFolder(), 'dist');
  const build = await run('build', ['--corpus', SAMPLE_CORPUS, '--out', dist]);
  assert.is(build.code, 0, build.stderr);

  const shim = start('serve', ['--dist', dist, '--port', '0']);
  const port = await untilListening(shim);
  const ask = (path: string, accept = '*/*') =>
    exchange({ host: '127.0.0.1', port, path, agent: false, headers: { accept } });

  const { json: health } = await ask('/api/health');
  assert.is(health.database.documents, SAMPLE.all);
  const document = '/api/usc/documents/t17%2Fs106';
  assert.is((await ask(document)).json.data.identifier, '/us/usc/t17/s106');
  const markdown = await ask(document, 'text/markdown');
  assert.match(markdown.headers['content-type'] ?? '', 'text/markdown');
  assert.match(markdown.text, /^# /m);
  assert.is((await ask('/api/fr/documents?limit=100')).json.data.length, SAMPLE.fr);
  assert.ok((await ask('/api/search?q=lighthouse')).json.data.estimated_total_hits > 0);
  assert.is((await ask('/api/usc/documents/none')).status, 404);
  assert.match((await ask('/', 'text/html')).text, /^<!doctype html>/i);

  shim.child.kill('SIGTERM');
  const { code, signal } = await shim.finished;
  assert.equal([code, signal], [0, null]);
});

test.run();
