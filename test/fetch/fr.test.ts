import fs from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OfficialServer } from '../helpers/official-server.ts';
import { withPlaces, xml } from './helpers.ts';

const test = suite('fetch fr');

const BULK = 'www.govinfo.gov/bulkdata';
const DOCUMENTS = 'www.federalregister.gov/api/v1/documents.json';

function grouped(texts: readonly string[], group: (text: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) groups.set(group(text), [...(groups.get(group(text)) ?? []), text]);
  return groups;
}

/** Issues of these days, a document each, all listed with this size. */
function offer(server: OfficialServer, days: readonly string[], size = 1): void {
  const months = grouped(days, day => day.slice(0, 7).replace('-', '/'));
  const years = grouped([...months.keys()], month => month.slice(0, 4));
  server.json(`${BULK}/json/FR`, { files: [...years.keys()].map(name => ({ name })) });
  for (const [year, list] of years)
    server.json(`${BULK}/json/FR/${year}`, { files: [...list].map(month => ({ name: month.slice(5) })) });
  for (const [month, list] of months) {
    const files = list.map(day => ({ name: `FR-${day}.xml`, size }));
    server.json(`${BULK}/json/FR/${month}`, { files: [...files, { name: `FR-${month}.zip` }] });
    for (const day of list)
      server.places.set(`${BULK}/FR/${month}/FR-${day}.xml`, { body: xml(`${day} ${size}`) });
  }
  server.places.set(DOCUMENTS, (request, response) => {
    const day = new URL(request.url as string, 'http://x').searchParams.get(
      'conditions[publication_date][is]',
    );
    response.end(JSON.stringify({ count: 1, results: [{ document_number: `${day}-1` }] }));
  });
}

const namesOf = (files: readonly string[]): string[] => files.map(file => path.basename(file, '.xml'));

test('the first run fetches 30 days of issues with their metadata', () =>
  withPlaces(async ({ server, into, fetch }) => {
    offer(server, ['2024-02-02', '2024-02-04', '2024-02-29', '2024-03-01']);
    const { fetched, problems } = await fetch('fr');
    assert.equal(problems, []);
    assert.equal(namesOf(fetched), ['FR-2024-02-04', 'FR-2024-02-29', 'FR-2024-03-01']);
    const metadata = fs.readFileSync(path.join(into, 'fr/2024/03/FR-2024-03-01.json'), 'utf8');
    assert.equal(JSON.parse(metadata), { count: 1, results: [{ document_number: '2024-03-01-1' }] });
    server.take();
    assert.is((await fetch('fr')).unchanged, 3);
    assert.equal(server.take(), [`${BULK}/json/FR/2024/02`, `${BULK}/json/FR/2024/03`]);
  }));

test('later runs fetch new and replaced issues', () =>
  withPlaces(async ({ server, fetch }) => {
    offer(server, ['2023-11-30', '2023-12-01']);
    assert.equal(namesOf((await fetch('fr', { since: '2023-12-01', today: '2023-12-02' })).fetched), [
      'FR-2023-12-01',
    ]);
    offer(server, ['2023-12-01', '2023-12-29', '2024-01-02', '2024-02-29', '2024-03-01']);
    assert.equal(namesOf((await fetch('fr')).fetched), [
      ...['FR-2023-12-29', 'FR-2024-01-02', 'FR-2024-02-29', 'FR-2024-03-01'],
    ]);
    offer(server, ['2024-02-29', '2024-03-01'], 2);
    assert.is((await fetch('fr')).fetched.length, 2);
  }));

test('only a month that has just begun may lack its listing', () =>
  withPlaces(async ({ server, fetch }) => {
    offer(server, ['2023-12-29']);
    // January of a new year: neither the month nor the year is named.
    assert.equal((await fetch('fr', { since: '2023-12-29', today: '2024-01-01' })).problems, []);
    server.json(`${BULK}/json/FR/2023`, { files: [{ name: '11' }, { name: '12' }] });
    const { fetched, problems } = await fetch('fr', { since: '2023-11-01', today: '2023-11-05' });
    assert.equal(fetched, []);
    assert.match(problems[0] ?? '', /names the folder \/FR\/2023\/11 and does not list it/);
    server.json(`${BULK}/json/FR/2023/11`, { files: [{ name: 'FR-2023-11.zip' }] });
    const empty = await fetch('fr', { since: '2023-11-01', today: '2023-11-05' });
    assert.match(empty.problems[0] ?? '', /lists no issues in \/FR\/2023\/11/);
    server.places.clear();
    assert.match((await fetch('fr')).problems[0] ?? '', /has no listing of the Federal Register/);
  }));

test('pages of documents are followed on the same host, and an incomplete list is requested again', () =>
  withPlaces(async ({ server, into, fetch }) => {
    offer(server, ['2024-03-01']);
    const next = { url: 'https://www.federalregister.gov/api/v1/documents.json?page=2' };
    server.places.set(DOCUMENTS, (request, response) => {
      const isSecond = request.url?.includes('page=2');
      const page = isSecond
        ? { count: 2, results: [{ document_number: 'a' }] }
        : { count: 2, results: [{ document_number: 'b' }], next_page_url: next.url };
      response.end(JSON.stringify(page));
    });
    next.url = 'https://evil.example/';
    assert.match((await fetch('fr')).problems[0] ?? '', /leads to another place/);
    next.url = '';
    assert.match((await fetch('fr')).problems[0] ?? '', /lists 1 of 2 documents of 2024-03-01/);
    next.url = 'https://www.federalregister.gov/api/v1/documents.json?page=2';
    assert.is((await fetch('fr')).fetched.length, 1);
    const { results } = JSON.parse(fs.readFileSync(path.join(into, 'fr/2024/03/FR-2024-03-01.json'), 'utf8'));
    assert.equal(results, [{ document_number: 'a' }, { document_number: 'b' }]);
  }));

test.run();
