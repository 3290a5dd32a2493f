import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { commandOf } from '../../helpers/builds.ts';
import { Random } from '../../helpers/random.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { imported } from '../../import/oracle/corpus.ts';
import { truncate } from '../../import/oracle/truncate.ts';

const CUTS = 1_000;
const FILES = [
  'usc/usc09.xml',
  'usc/usc27.xml',
  'usc/usc01.xml',
  'ecfr/ECFR-title3.xml',
  'ecfr/ECFR-title4.xml',
];

/** Files that break off at random places, and inputs that are not what they say. @returns whether each was refused */
export async function printBroken(official: string): Promise<boolean> {
  const files = FILES.map(name => path.join(official, name));
  const corpus = temporaryFolder();
  await imported(corpus, ...files);
  const began = performance.now();
  const { faults } = await truncate(files, corpus, temporaryFolder(), CUTS, new Random(2026));
  const time = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\n${CUTS} files that break off: ${faults.length} faults (${time} s)`);
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
  const isRefused = odd(files[0]!).map(([name, file]) => tryOdd(name, file));
  return faults.length === 0 && isRefused.every(one => one);
}

/** Inputs that are wrong, by what is wrong. */
function odd(title: string): [string, string][] {
  const folder = temporaryFolder();
  const given = (name: string, content: string | Buffer): string => {
    fs.writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const xml = fs.readFileSync(title, 'utf8');
  const zip = (entries: Record<string, Uint8Array>) => Buffer.from(zipSync(entries));
  const lying = zip({ 'a.xml': Buffer.from(xml) });
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return [
    ['an unknown root', given('root.xml', '<law/>')],
    ['a zip bomb', given('bomb.zip', zip({ 'bomb.xml': new Uint8Array(64 * 2 ** 20) }))],
    ['an entry outside of the folder', given('outside.zip', zip({ '../outside.xml': Buffer.from(xml) }))],
    ['an entry longer than it says', given('lying.zip', lying)],
    ['an entity that nobody declares', given('entity.xml', xml.replace('<main>', '<main>&oil;'))],
    ['a tree without end', given('deep.xml', xml.replace('<main>', `<main>${'<p>'.repeat(2_000_000)}`))],
  ];
}

function tryOdd(name: string, file: string): boolean {
  const corpus = path.join(temporaryFolder(), 'corpus');
  const [command, ...args] = [process.execPath, ...commandOf('import', [file, '--out', corpus])];
  const { status, stdout, stderr } = spawnSync(command!, args, { encoding: 'utf8', timeout: 300_000 });
  const files = fs.existsSync(corpus) ? fs.readdirSync(corpus, { recursive: true }).length : 0;
  const told = `${stdout}${stderr}`.split('\n').find(line => /failed|cannot be read|There is no/.test(line));
  console.log(
    `  ${name.padEnd(32)} exit code ${status}, ${files} files; ${(told ?? '').replace(file, '…').slice(0, 150)}`,
  );
  return (status === 1 || status === 2) && files === 0 && told !== undefined;
}
