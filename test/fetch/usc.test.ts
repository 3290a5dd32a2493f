import fs from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readRecord } from '../../build/fetch/record.ts';
import type { OfficialServer } from '../helpers/official-server.ts';
import { withPlaces, zip } from './helpers.ts';

const test = suite('fetch usc');

const PAGE = 'uscode.house.gov/download/download.shtml';
const FILES = 'uscode.house.gov/download/releasepoints/us/pl';

const folderOf = (point: string): string => point.replace('-', '/');

/** A release point with these titles, as its page and files are. */
function offer(server: OfficialServer, point: string, day: string, titles: readonly string[]): void {
  const names = titles.map(title => `xml_usc${title}@${point}.zip`);
  const links = names.map(name => `<a href="releasepoints/us/pl/${folderOf(point)}/${name}">[XML]</a>`);
  const [law] = point.split('not');
  server.places.set(PAGE, { body: `<h3>Public Law ${law} (${day}) , except 119-1</h3> ${links.join('\n')}` });
  for (const name of names)
    server.places.set(`${FILES}/${folderOf(point)}/${name}`, { body: zip(name), etag: `"${name}"` });
}

test('the titles of a release point are fetched with their edition, once', () =>
  withPlaces(async ({ server, into, fetch }) => {
    offer(server, '119-36', '08/22/2025', ['01', '05A', '17']);
    const first = await fetch('usc', { titles: ['1', '5a'] });
    assert.equal(
      first.fetched.map(file => path.basename(file)),
      ['xml_usc01@119-36.zip', 'xml_usc05A@119-36.zip'],
    );
    assert.equal(first.problems, []);
    assert.equal(fs.readFileSync(first.fetched[0] as string), zip('xml_usc01@119-36.zip'));
    const record = readRecord(path.join(into, 'usc/xml_usc05A@119-36.zip'));
    assert.equal(record?.edition, { day: '2025-08-22', release_point: '119-36' });
    assert.is(
      record?.url,
      'https://uscode.house.gov/download/releasepoints/us/pl/119/36/xml_usc05A@119-36.zip',
    );
    server.take();
    assert.equal(await fetch('usc', { titles: ['1', '5a'] }), {
      ...{ source: 'usc', fetched: [], unchanged: 2, problems: [] },
    });
    assert.equal(server.take(), [PAGE]);
  }));

test('a newer release point replaces the former one, with or without excluded laws', () =>
  withPlaces(async ({ server, into, fetch }) => {
    offer(server, '119-36', '08/22/2025', ['01', '17']);
    await fetch('usc', { titles: ['1', '17'] });
    offer(server, '119-73not60', '01/23/2026', ['01', '17']);
    const { fetched } = await fetch('usc', { titles: ['17'] });
    assert.equal(fetched, [path.join(into, 'usc/xml_usc17@119-73not60.zip')]);
    assert.equal(fs.readdirSync(path.join(into, 'usc')).sort(), [
      ...['xml_usc01@119-36.zip', 'xml_usc01@119-36.zip.fetched.json'],
      ...['xml_usc17@119-73not60.zip', 'xml_usc17@119-73not60.zip.fetched.json'],
    ]);
    const record = readRecord(path.join(into, 'usc/xml_usc17@119-73not60.zip'));
    assert.equal(record?.edition, { day: '2026-01-23', release_point: '119-73not60' });
  }));

test('a page without links, without a title, or with links elsewhere is an error', () =>
  withPlaces(async ({ server, fetch }) => {
    const problemsOf = async (titles: string[] | null = null) => (await fetch('usc', { titles })).problems;
    assert.match((await problemsOf())[0] ?? '', /no links to titles/);
    server.places.set(PAGE, { body: '<a href="/elsewhere.zip">moved</a>' });
    assert.match((await problemsOf())[0] ?? '', /no links to titles/);
    offer(server, '119-36', '08/22/2025', ['01']);
    assert.equal(await problemsOf(['1', '17', '53']), [`${PAGE} has no link to title 17.`]);
    assert.match((await problemsOf())[0] ?? '', /no link to title 2, 3, .*, 52, 54\.$/);
    server.places.set(PAGE, { body: '<a href="https://evil.example/x/xml_usc01@119-36.zip">x</a>' });
    assert.match((await problemsOf(['1']))[0] ?? '', /leads to another place: https:\/\/evil\.example/);
  }));

test('without a day on the page the day is null', () =>
  withPlaces(async ({ server, into, fetch }) => {
    offer(server, '119-36', 'soon', ['01']);
    await fetch('usc', { titles: ['1'] });
    assert.is(readRecord(path.join(into, 'usc/xml_usc01@119-36.zip'))?.edition.day, null);
  }));

test.run();
