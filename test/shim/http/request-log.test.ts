import { Writable } from 'node:stream';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rawExchange } from '../../e2e/raw.ts';
import { startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';
import { newKey } from '../keys/records.ts';

test('a registered key never stands in the log, whichever way it comes and however the request goes', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  const { secret, record } = newKey({ tier: 'elevated' });
  const shim = await startShim({
    ...(await sampleTree()),
    records: [record],
    logger: pino({ level: 'trace' }, stream),
  });
  const urls = [
    '/api/stats',
    '/api/usc/documents/nope',
    '/api/usc/documents?limit=0',
    '/nowhere',
    '/api/%ZZ',
  ];
  for (const url of urls) {
    await shim.anonymous(url, { authorization: `Bearer ${secret}` });
    await shim.anonymous(url, { 'x-api-key': secret });
    await shim.anonymous(`${url}${url.includes('?') ? '&' : '?'}api_key=${secret}`);
  }
  await rawExchange(shim.port, `GET /api/stats HTTP/9.9\r\nX-API-Key: ${secret}\r\n\r\n`);
  await shim.close();
  const requests = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  assert.is(requests.length, 3 * urls.length);
  for (const { client, tier } of requests)
    assert.equal({ client, tier }, { client: `key:${record.id}`, tier: 'elevated' });
  assert.not.match(lines.join(''), secret.slice(4));
});

test.run();
