import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyArchive } from '../../build/archive/verify.ts';
import { assertSameTree, commandOf, editable, run } from '../helpers/builds.ts';
import { Random } from '../helpers/random.ts';
import { edit, read } from '../helpers/rebuilding.ts';
import { closeAfter } from '../runner/leftovers.cjs';

/** Builds with an archive that are killed at any moment. `KILLS=100 npm test -- build/archived-kills` tells what became of so many. */

const ROUNDS = Number(process.env.KILLS ?? 10);
const SECTION = 'usc/title-17/chapter-01/section-106.md';
const VERSIONS = 'api/usc/documents/t17/s106/versions';
/** So many builds run to their end meanwhile: the text that each published is known. */
const FINISHED_EVERY = 5;

const dayOf = (round: number): string => new Date(Date.UTC(2022, 0, 1 + round)).toISOString().slice(0, 10);

test(`${ROUNDS} builds that are killed at any moment: nothing is lost, and archive and tree agree afterwards`, async () => {
  const { corpus, dist } = editable();
  const archive = path.join(path.dirname(dist), 'archive');
  const flags = (day: string, out = dist, folder = archive) => [
    ...['--corpus', corpus, '--out', out, '--archive', folder, '--as-of', day],
    ...['--no-search', '--no-site', '--no-bulk'],
  ];
  /** @returns milliseconds */
  const finished = async (day: string, out?: string, folder?: string): Promise<number> => {
    const began = performance.now();
    const { code, err } = await run('build', flags(day, out, folder));
    assert.is(code, 0, err);
    return performance.now() - began;
  };
  const random = new Random(6);
  await finished(dayOf(0));
  /** By day: the text that was published. */
  const published = new Map([[dayOf(0), read(corpus, SECTION)]]);
  edit(corpus, SECTION, text => `${text}\nWords of round 0.\n`);
  const usual = await finished(dayOf(1));
  published.set(dayOf(1), read(corpus, SECTION));
  let [ended, killed, kept] = [0, 0, 0];
  let before = fs.readFileSync(path.join(archive, 'archive.json'), 'utf8');
  for (let round = 2; round < ROUNDS + 2; round++) {
    const day = dayOf(round);
    edit(corpus, SECTION, text => `${text}\nWords of round ${round}.\n`);
    const child = spawn(process.execPath, commandOf('build', flags(day)), { stdio: 'ignore' });
    const end = closeAfter(() => child.kill('SIGKILL'));
    const closed = once(child, 'close');
    // The clock only chooses the moment.
    const timer = setTimeout(() => child.kill('SIGKILL'), random.below(Math.ceil(usual * 1.1)));
    const [code] = await closed;
    clearTimeout(timer);
    await end();
    if (code === null) killed++;
    else ended++;
    const { problems } = verifyArchive(archive);
    assert.equal(problems, [], `round ${round}`);
    const root = fs.readFileSync(path.join(archive, 'archive.json'), 'utf8');
    if (root !== before && code === null) kept++;
    before = root;
    if (round % FINISHED_EVERY !== 0 && round !== ROUNDS + 1) continue;
    await finished(day);
    published.set(day, read(corpus, SECTION));
    before = fs.readFileSync(path.join(archive, 'archive.json'), 'utf8');
    assertPublished(dist, published);
  }
  const copy = `${archive}-copy`;
  fs.cpSync(archive, copy, { recursive: true });
  await finished(dayOf(ROUNDS + 1), `${dist}-cold`, copy);
  assertSameTree(dist, `${dist}-cold`);
  if (process.env.KILLS)
    console.log(
      `${killed} builds killed, ${kept} of them behind the append; ${ended} ended before; ${published.size} texts published, none lost`,
    );
  assert.ok(killed > 0);
});

/** Holds that every text reads as it was on its day. */
function assertPublished(dist: string, published: ReadonlyMap<string, string>): void {
  const { data } = JSON.parse(read(dist, `${VERSIONS}.json`)) as {
    data: { from: string; to: string | null; url: string }[];
  };
  for (const [day, text] of published) {
    const found = data.find(({ from, to }) => from <= day && (to === null || day < to));
    const name = /\?on=(.*)$/.exec(found?.url ?? '')?.[1];
    const file = name === undefined ? 'api/usc/documents/t17/s106.md' : `${VERSIONS}/${name}.md`;
    assert.is(read(dist, file), text, day);
  }
}

test.run();
