import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { download, type Wanted } from '../../build/fetch/download.ts';
import { FetchError, OfficialClient } from '../../build/fetch/official-client.ts';
import { run } from '../helpers/commands.ts';
import { fill, mount, noMounts } from '../helpers/mounts.ts';
import { testWhere } from '../helpers/needs.ts';
import { OfficialServer } from '../helpers/official-server.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { IMPATIENT } from '../sync/helpers.ts';
import { withPlaces, xml, zip } from './helpers.ts';

const test = suite('download');

const ADDRESS = 'www.govinfo.gov/file';

/** A server, and a file of it that is wanted. */
async function withFile(
  run: (
    server: OfficialServer,
    get: (change?: Partial<Wanted>) => Promise<string>,
    file: string,
  ) => Promise<void>,
): Promise<void> {
  const server = new OfficialServer();
  await server.start();
  const client = new OfficialClient({
    from: server.url,
    ...{ userAgent: 'test', pause: 0 },
    patience: { ...IMPATIENT, attempts: 1 },
  });
  const file = path.join(temporaryFolder(), 'folder', 'file');
  const wanted: Wanted = {
    ...{ host: 'www.govinfo.gov', target: '/file', file, form: 'xml', most: 100_000 },
    ...{ edition: { day: null, release_point: null }, listed: '1' },
  };
  try {
    await run(server, change => download(client, { ...wanted, ...change }), file);
  } finally {
    client.close();
    await server.close();
  }
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.unreachable('it was taken'),
    (error: unknown) => error,
  );
  assert.instance(error, FetchError);
  return (error as FetchError).message;
}

const names = (file: string): string[] => fs.readdirSync(path.dirname(file)).sort();

test('an incomplete or malformed file never replaces the former one', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, { body: xml('good') });
    await get();
    for (const body of [
      '<!DOCTYPE html><html>The site is being repaired.</html>',
      '\n<HTML></HTML>',
      xml('half').slice(0, -4),
      'plain text</ROOT>',
      '',
    ]) {
      server.places.set(ADDRESS, { body });
      assert.match(await refusal(get({ listed: body })), /no whole xml|is empty/, body);
    }
    const half = zip('content').subarray(0, -23);
    for (const body of [half, zip('x').subarray(1), Buffer.from(xml('x'))]) {
      server.places.set(ADDRESS, { body });
      assert.match(await refusal(get({ form: 'zip', listed: String(body) })), /no whole zip/);
    }
    server.places.set(ADDRESS, (_, response) => void response.writeHead(403).end('go away'));
    assert.match(await refusal(get({ listed: '403' })), /status 403/);
    server.places.delete(ADDRESS);
    assert.match(await refusal(get({ listed: '404' })), /there is no such file/);
    assert.is(fs.readFileSync(file, 'utf8'), xml('good'));
    assert.equal(names(file), ['file', 'file.fetched.json']);
  }));

testWhere(test, noMounts, 'a full disk is refused, and the former file stays', () =>
  withFile(async (server, get, file) => {
    mount(path.dirname(file), 'size=1m');
    server.places.set(ADDRESS, { body: xml('good') });
    await get();
    const filler = fill(path.dirname(file), 60_000);
    server.places.set(ADDRESS, { body: xml('x'.repeat(59_000)) });
    assert.match(await refusal(get({ listed: '2' })), /: the disk of .+ is full\.$/);
    assert.is(fs.readFileSync(file, 'utf8'), xml('good'));
    fs.rmSync(filler);
    assert.is(await get({ listed: '2' }), 'fetched');
  }),
);

test('XML may begin with a byte order mark and end with a comment', () =>
  withFile(async (server, get) => {
    server.places.set(ADDRESS, { body: `\uFEFF${xml('x')}<!-- end -->\n` });
    assert.is(await get(), 'fetched');
  }));

test('too many bytes, also compressed ones, are refused and removed', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, { body: xml('x'.repeat(100_000)) });
    assert.match(await refusal(get()), /more than 100000 bytes/);
    const bomb = gzipSync(xml('x'.repeat(20_000_000)));
    server.places.set(ADDRESS, (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    assert.match(await refusal(get()), /more than 100000 bytes/);
    assert.equal(names(file), []);
    const exact = xml('x'.repeat(100_000 - xml('').length));
    server.places.set(ADDRESS, { body: exact });
    assert.is(await get(), 'fetched');
  }));

test('an answer shorter than its length is refused', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, (_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(xml('short'), () => response.destroy());
    });
    assert.match(await refusal(get()), /broke off|aborted|hang up/);
    assert.not(fs.existsSync(file));
  }));

test('redirects are followed within the host, and refused to another', () =>
  withFile(async (server, get) => {
    server.places.set('www.govinfo.gov/moved', { body: xml('moved') });
    const redirect = (location: string) => (_: unknown, response: ServerResponse) =>
      void response.writeHead(302, { location }).end();
    server.places.set(ADDRESS, redirect('http://localhost:9/file'));
    assert.match(await refusal(get()), /redirects .* refused/);
    server.places.set(ADDRESS, redirect('/www.govinfo.gov/moved'));
    assert.is(await get(), 'fetched');
  }));

const CONTENT = zip('0123456789'.repeat(50));
const half = (etag: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': CONTENT.length, etag });
  response.write(CONTENT.subarray(0, 300), () => setTimeout(() => response.destroy(), 50));
};

test('an interrupted zip is continued if it is unchanged', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, half('"1"'));
    await refusal(get({ form: 'zip' }));
    assert.is(fs.statSync(`${file}.part`).size, 300);
    server.places.set(ADDRESS, { body: CONTENT, etag: '"1"' });
    assert.is(await get({ form: 'zip' }), 'fetched');
    assert.is(server.headers.at(-1)?.range, 'bytes=300-');
    assert.equal(fs.readFileSync(file), CONTENT);
    assert.equal(names(file), ['file', 'file.fetched.json']);
  }));

test('an interrupted zip that changed is fetched whole', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, half('"1"'));
    await refusal(get({ form: 'zip' }));
    const other = zip('other'.repeat(100));
    server.places.set(ADDRESS, { body: other, etag: '"2"' });
    assert.is(await get({ form: 'zip' }), 'fetched');
    assert.equal(fs.readFileSync(file), other);
  }));

test('a complete partial file does not fail', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, half('"1"'));
    await refusal(get({ form: 'zip' }));
    fs.writeFileSync(`${file}.part`, CONTENT);
    server.places.set(ADDRESS, { body: CONTENT, etag: '"1"' });
    assert.is(await get({ form: 'zip' }), 'fetched');
    assert.equal(fs.readFileSync(file), CONTENT);
  }));

test('a range other than the requested one is refused', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, half('"1"'));
    await refusal(get({ form: 'zip' }));
    server.places.set(ADDRESS, (_, response) => {
      response.writeHead(206, { 'content-range': `bytes 0-${CONTENT.length - 1}/*` }).end(CONTENT);
    });
    assert.match(await refusal(get({ form: 'zip' })), /another range/);
    assert.not(fs.existsSync(file));
  }));

test('a changed or removed file is fetched again, and one with another text is reported', () =>
  withFile(async (server, get, file) => {
    server.places.set(ADDRESS, { body: xml('one') });
    await get();
    assert.is(await get(), 'unchanged');
    fs.appendFileSync(file, ' ');
    assert.is(await get(), 'fetched');
    fs.rmSync(file);
    assert.is(await get(), 'fetched');
    assert.is(await get({ listed: '2' }), 'unchanged');
    server.places.set(ADDRESS, { body: xml('two') });
    assert.is(await get({ listed: '3' }), 'fetched');
  }));

test('a second run into the same folder is refused', () =>
  withPlaces(async ({ server, fetch }) => {
    let release = (): void => {};
    const waiting = new Promise<void>(resolve => {
      server.places.set('uscode.house.gov/download/download.shtml', (_, response) => {
        release = () => void response.end('no links');
        resolve();
      });
    });
    const first = fetch('usc');
    await waiting;
    const second = await fetch('usc').then(
      () => 'it ran',
      (error: Error) => error.message,
    );
    release();
    await first;
    assert.match(second, /Another run is fetching/);
  }));

test('two requests to one server have a pause between them', async () => {
  const server = new OfficialServer();
  await server.start();
  const times: number[] = [];
  server.places.set('www.ecfr.gov/x', (_, response) => {
    times.push(performance.now());
    response.end('{}');
  });
  const client = new OfficialClient({ from: server.url, userAgent: 'test', pause: 200, patience: IMPATIENT });
  try {
    for (let i = 0; i < 3; i++) await client.json('www.ecfr.gov', '/x');
    // Half of it: a server sees a request a moment after it is sent.
    times.slice(1).forEach((time, i) => {
      assert.ok(time - (times[i] as number) > 100, `${times}`);
    });
  } finally {
    client.close();
    await server.close();
  }
});

const command = (...args: string[]) => run('fetch', args);

test('the exit code tells whether all, some or nothing was fetched', () =>
  withPlaces(async ({ server, into }) => {
    const from = ['--from', server.url.href, '--into', into];
    server.json('www.ecfr.gov/api/versioner/v1/titles.json', {
      titles: [{ number: 3, up_to_date_as_of: '2024-03-01' }],
    });
    const address = 'www.ecfr.gov/api/versioner/v1/full/2024-03-01/title-3.xml';
    server.places.set(address, { body: xml('3') });
    const all = await command('ecfr', ...from);
    assert.equal([all.code, all.stdout], [0, 'ecfr: 1 files fetched, 0 unchanged\n'], all.stderr);
    assert.match(String(server.headers.at(-1)?.['user-agent']), /^pandect-fetch /);
    const some = await command('ecfr', 'usc', ...from);
    assert.is(some.code, 3, some.stderr);
    assert.match(some.stdout, /usc: 0 files fetched, 0 unchanged, 1 problems\n {2}uscode.* no links/);
    assert.is((await command('usc', ...from)).code, 1);
    for (const wrong of [
      ['cfr'],
      [],
      ['usc', '--since', '2024-01-01'],
      ['fr', '--since', '2024-13-01'],
      ['fr', '--since', '2999-01-01'],
      ['fr', '--titles', '1'],
      ['usc', '--titles', '1,x'],
      ['usc', '--from', 'file:///x'],
    ])
      assert.is((await command(...wrong)).code, 2, wrong.join(' '));
  }));

test.run();
