import fs from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readRecord } from '../../build/fetch/record.ts';
import type { OfficialServer } from '../helpers/official-server.ts';
import { withPlaces, xml } from './helpers.ts';

const test = suite('fetch ecfr');

const LIST = 'www.ecfr.gov/api/versioner/v1/titles.json';
const BULK = 'www.govinfo.gov/bulkdata';

/** Title 3 as of a day, amended on another; title 35 is reserved. */
function offer(server: OfficialServer, day: string, amended: string): string {
  const common = { latest_issue_date: amended, latest_amended_on: amended };
  server.json(LIST, {
    titles: [
      { number: 3, ...common, up_to_date_as_of: day, reserved: false },
      {
        number: 35,
        latest_amended_on: null,
        latest_issue_date: null,
        up_to_date_as_of: null,
        reserved: true,
      },
    ],
  });
  const address = `www.ecfr.gov/api/versioner/v1/full/${day}/title-3.xml`;
  server.places.set(address, { body: xml(`amended ${amended}`) });
  return address;
}

function offerBulk(server: OfficialServer, size: number): void {
  server.json(`${BULK}/json/ECFR`, { files: [{ name: 'title-3', folder: true }, { name: 'resources' }] });
  server.json(`${BULK}/json/ECFR/title-3`, {
    files: [{ name: 'ECFR-title3.xml', formattedLastModifiedTime: '01-Mar-2024 10:00', size }],
  });
  server.places.set(`${BULK}/ECFR/title-3/ECFR-title3.xml`, { body: xml(`bulk ${size}`), etag: `"${size}"` });
}

test('a title is fetched if it was amended, and otherwise gets a newer day', () =>
  withPlaces(async ({ server, into, fetch }) => {
    const file = path.join(into, 'ecfr/ECFR-title3.xml');
    const first = offer(server, '2024-03-01', '2024-02-20');
    assert.equal((await fetch('ecfr')).fetched, [file]);
    assert.equal(server.take(), [LIST, first]);
    offer(server, '2024-03-04', '2024-02-20');
    assert.equal(await fetch('ecfr'), { source: 'ecfr', fetched: [], unchanged: 1, problems: [] });
    assert.equal(server.take(), [LIST]);
    assert.is(readRecord(file)?.edition.day, '2024-03-04');
    const third = offer(server, '2024-03-05', '2024-03-05');
    assert.equal((await fetch('ecfr')).fetched, [file]);
    assert.equal(server.take(), [LIST, third]);
    assert.is(fs.readFileSync(file, 'utf8'), xml('amended 2024-03-05'));
    assert.is(readRecord(file)?.edition.day, '2024-03-05');
  }));

test('a title that the API lacks is fetched from govinfo', () =>
  withPlaces(async ({ server, into, fetch }) => {
    server.places.delete(offer(server, '2024-03-01', '2024-02-20'));
    offerBulk(server, 11);
    assert.equal((await fetch('ecfr')).problems, []);
    const record = readRecord(path.join(into, 'ecfr/ECFR-title3.xml'));
    assert.is(record?.url, `https://${BULK}/ECFR/title-3/ECFR-title3.xml`);
    assert.is(record?.edition.day, '2024-03-01');
  }));

test('without an answer of the API the listings of govinfo are used', () =>
  withPlaces(async ({ server, into, notices, fetch }) => {
    offerBulk(server, 11);
    assert.is((await fetch('ecfr')).fetched.length, 1);
    assert.match(notices[0] ?? '', /titles\.json has no titles .* taken from www\.govinfo\.gov/);
    assert.is(readRecord(path.join(into, 'ecfr/ECFR-title3.xml'))?.edition.day, null);
    server.take();
    assert.is((await fetch('ecfr')).unchanged, 1);
    assert.equal(server.take(), [LIST, `${BULK}/json/ECFR`, `${BULK}/json/ECFR/title-3`]);
    // The listing changes and the file does not: the validator says so.
    offerBulk(server, 12);
    server.places.set(`${BULK}/ECFR/title-3/ECFR-title3.xml`, { body: xml('other'), etag: '"11"' });
    assert.is((await fetch('ecfr')).unchanged, 1);
    assert.is(server.headers.at(-1)?.['if-none-match'], '"11"');
    offerBulk(server, 13);
    assert.is((await fetch('ecfr')).fetched.length, 1);
  }));

test('a list without titles or with a missing title is an error', () =>
  withPlaces(async ({ server, fetch }) => {
    assert.equal((await fetch('ecfr')).problems, ['www.govinfo.gov lists no titles of the eCFR.']);
    server.json(LIST, { titles: [{ number: 3, up_to_date_as_of: 'today' }] });
    server.json(`${BULK}/json/ECFR`, { files: [] });
    assert.match((await fetch('ecfr')).problems[0] ?? '', /lists no files/);
    server.json(`${BULK}/json/ECFR`, { files: [{ name: 'title-3' }] });
    assert.match((await fetch('ecfr')).problems[0] ?? '', /lists no file for title 3/);
    offer(server, '2024-03-01', '2024-02-20');
    const { fetched, problems } = await fetch('ecfr', { titles: ['3', '17'] });
    assert.is(fetched.length, 1);
    assert.equal(problems, ['The eCFR has no title 17.']);
  }));

test.run();
