import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../build/common/command-line.ts';
import { commandOf } from '../helpers/builds.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type Measured, measured } from './measured.ts';

const ROUNDS = 3;
const LAUNCHER = commandOf('build', [])[0] as string;
const HERE = path.dirname(path.dirname(LAUNCHER));

interface Built extends Measured {
  files: number;
  bytes: number;
}

/**
 * Cold builds by turns with another version of the program, without and with the search index. Processor time says most: other
 * work on the machine adds less to it than to the clock.
 *
 * @param args the folder of the other version, with its packages; the corpus, else the real corpora
 */
export async function run([other, corpus = realCorpora() ?? undefined]: string[]): Promise<void> {
  if (other === undefined || !fs.existsSync(path.join(other, path.relative(HERE, LAUNCHER))))
    throw new UsageError('Say where the other version is: npm run bench -- beside FOLDER [CORPUS]');
  if (corpus === undefined) return;
  for (const flags of [['--no-search'], []]) {
    console.log(flags.length > 0 ? '\nwithout the search index' : '\nwith the search index');
    // Each version keeps its code when it first runs.
    for (const folder of [other, HERE]) await cold(folder, corpus, flags);
    const rounds: [theirs: Built, ours: Built][] = [];
    for (let i = 0; i < ROUNDS; i++)
      rounds.push([await cold(other, corpus, flags), await cold(HERE, corpus, flags)]);
    for (const name of ['processor', 'seconds', 'memory', 'files', 'bytes'] as const) {
      const shares = rounds.map(([theirs, ours]) => ours[name] / theirs[name]).sort((a, b) => a - b);
      const of = (side: 0 | 1) => rounds.map(round => round[side][name].toFixed(1)).join(', ');
      const [least, middle, most] = [shares[0], shares[ROUNDS >> 1], shares.at(-1)].map(share =>
        share?.toFixed(2),
      );
      console.log(`${name}: ${of(0)}; here ${of(1)}: ${middle} times (${least} to ${most})`);
    }
  }
}

async function cold(folder: string, corpus: string, flags: readonly string[]): Promise<Built> {
  const out = path.join(temporaryFolder(), 'dist');
  const launcher = path.join(folder, path.relative(HERE, LAUNCHER));
  const args = ['build', '--corpus', corpus, '--out', out, '--keep-going', '--cold', ...flags];
  const result = await measured(process.execPath, [launcher, ...args]);
  const { files, bytes } = JSON.parse(fs.readFileSync(path.join(out, 'manifest.json'), 'utf8'));
  fs.rmSync(path.dirname(out), { recursive: true });
  return { ...result, files, bytes };
}
