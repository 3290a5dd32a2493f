import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { commandOf } from '../../helpers/builds.ts';
import { OfficialServer } from '../../helpers/official-server.ts';
import type { Archive } from '../../helpers/official-xml.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { imported } from '../../import/oracle/corpus.ts';
import { described, type Measured, measured, measuredBuild } from '../measured.ts';

const CODE = 'uscode.house.gov/download';
const BULK = 'www.govinfo.gov/bulkdata';
const METADATA = 'www.federalregister.gov/api/v1/documents.json';

/** Nights of `update` from a local server: with nothing new, and with a title and an issue. Beside each, the build alone. */
export async function printNights(folders: Record<Archive, string>): Promise<void> {
  const official = folders['official-xml'];
  const folder = temporaryFolder();
  const [into, corpus, dist] = ['official', 'corpus', 'dist'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const server = new OfficialServer();
  await server.start();
  try {
    await imported(corpus, path.join(official, 'usc'), path.join(official, 'ecfr'));
    offerCode(server, path.join(folders.editions, 'editions/usc/117-80/usc17.xml'), '117-80');
    offerIssue(server, path.join(official, 'fr/pair/FR-2024-02-12.updated.xml'), '2024-02-12');
    const update = (): Promise<Measured> =>
      measured(
        process.execPath,
        commandOf('update', [
          ...['usc', 'fr', '--titles', '17', '--since', '2024-02-01', '--from', server.url.href],
          ...['--into', into, '--corpus', corpus, '--out', dist, '--no-search'],
        ]),
      );
    console.log(
      '\nnights of update from a local server, all titles at hand in the corpus, without the search index',
    );
    console.log(`  the first    ${described(await update())}`);
    const alone = await measuredBuild(corpus, dist, '--no-search');
    print('nothing new', await update(), alone);
    const editions = path.join(folders.editions, 'editions/usc/119-36');
    const issueOf = (day: string, words: string): string => {
      const file = path.join(folder, `FR-${day}.xml`);
      const xml = fs.readFileSync(path.join(folders['other-forms'], 'fr-issue/FR-2016-04-15.xml'), 'utf8');
      fs.writeFileSync(file, xml.replace('Friday, April 15, 2016', words));
      return file;
    };
    offerCode(server, path.join(editions, 'usc17.xml'), '119-36');
    offerIssue(server, issueOf('2024-02-13', 'Tuesday, February 13, 2024'), '2024-02-13');
    const night = await update();
    // A like night: a title of as many sections, and the same issue on another day, imported before.
    await imported(
      corpus,
      path.join(editions, 'usc39.xml'),
      issueOf('2024-02-14', 'Wednesday, February 14, 2024'),
    );
    print('a title and an issue new', night, await measuredBuild(corpus, dist, '--no-search'));
  } finally {
    await server.close();
  }
}

function print(name: string, night: Measured, build: Measured): void {
  console.log(`  ${name}: update ${described(night)}`);
  console.log(
    `  ${' '.repeat(name.length)}  the build alone ${described(build)}; ${(night.seconds / build.seconds).toFixed(2)} times`,
  );
}

function offerCode(server: OfficialServer, file: string, point: string): void {
  const address = `releasepoints/us/pl/${point.replace('-', '/')}/xml_usc17@${point}.zip`;
  server.places.set(`${CODE}/download.shtml`, { body: `<a href="${address}">XML</a>` });
  server.places.set(`${CODE}/${address}`, {
    body: Buffer.from(zipSync({ 'usc17.xml': fs.readFileSync(file) })),
  });
}

const offered = new Map<string, number>();

function offerIssue(server: OfficialServer, file: string, day: string): void {
  const body = fs.readFileSync(file);
  offered.set(day, body.length);
  const month = day.slice(0, 7).replace('-', '/');
  server.json(`${BULK}/json/FR`, { files: [{ name: day.slice(0, 4) }] });
  server.json(`${BULK}/json/FR/${day.slice(0, 4)}`, { files: [{ name: day.slice(5, 7) }] });
  server.json(`${BULK}/json/FR/${month}`, {
    files: [...offered].map(([one, size]) => ({ name: `FR-${one}.xml`, size })),
  });
  server.places.set(`${BULK}/FR/${month}/FR-${day}.xml`, { body });
  // Metadata of none of its documents: those of the issue stay what its preambles say.
  server.json(METADATA, { count: 1, results: [{ document_number: `${day}-none` }] });
}
