import fs from 'node:fs';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { summarise } from '../../../build/import/read-input.ts';
import importInput from '../../../build/import/worker.ts';
import { commandOf } from '../../helpers/builds.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { described, measured } from '../measured.ts';
import { median } from '../rates.ts';

const ROUNDS = 5;
const CHUNK = 64 * 1024;
const LARGE = 220e6;

const FILES: readonly (readonly [string, readonly string[]])[] = [
  ['usc', ['usc/usc30.xml', 'usc/usc37.xml', 'usc/usc11.xml']],
  ['ecfr', ['ecfr/ECFR-title13.xml', 'ecfr/ECFR-title23.xml', 'ecfr/ECFR-title2.xml']],
  ['fr', ['fr/pair/FR-2024-02-12.updated.xml']],
];

/** Megabytes a second of one thread, beside bare parsing by turns; memory, also of a file of 220 MB. */
export async function printSpeed(official: string): Promise<void> {
  console.log(`\nspeed of one thread, medians of ${ROUNDS} rounds by turns`);
  for (const [source, names] of FILES) {
    const files = names.map(name => path.join(official, name));
    const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
    const rounds: { bare: number; whole: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      let [bare, whole] = [0, 0];
      for (const file of files) {
        bare += barely(file);
        whole += await importOf(file);
      }
      rounds.push({ bare, whole });
    }
    const rate = (of: 'bare' | 'whole') => bytes / 1e6 / (median(rounds.map(round => round[of])) / 1000);
    const ratio = median(rounds.map(({ bare, whole }) => bare / whole));
    console.log(
      `  ${source.padEnd(5)} bare saxes ${rate('bare').toFixed(1)} MB/s, import ${rate('whole').toFixed(1)} MB/s: ${(100 * ratio).toFixed(0)}% of bare parsing`,
    );
  }
  const folder = temporaryFolder();
  const small = path.join(official, 'usc/usc23.xml');
  const large = path.join(folder, 'usc23.xml');
  repeatTitle(small, large);
  for (const file of [small, large]) {
    const corpus = path.join(folder, `corpus-${fs.statSync(file).size}`);
    const result = await measured(process.execPath, commandOf('import', [file, '--out', corpus]));
    console.log(
      `  a file of ${(fs.statSync(file).size / 1e6).toFixed(0)} MB in a process of its own: ${described(result)}`,
    );
  }
}

function barely(file: string): number {
  const began = performance.now();
  const parser = new SaxesParser({ xmlns: false });
  const nothing = () => undefined;
  parser.on('opentag', nothing);
  parser.on('closetag', nothing);
  parser.on('text', nothing);
  const bytes = fs.readFileSync(file);
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }));
  parser.close();
  return performance.now() - began;
}

async function importOf(file: string): Promise<number> {
  const folder = temporaryFolder();
  const input = { name: file, file, entry: null, size: fs.statSync(file).size };
  const began = performance.now();
  const summary = await summarise(input, new Map());
  const [corpus, staging] = [path.join(folder, 'corpus'), path.join(folder, 'staging')];
  const result = await importInput({
    input,
    summary,
    corpus,
    staging,
    days: [],
    claims: { documents: [], parts: [] },
    program: 'bench',
    isCheck: false,
  });
  if ('reason' in result) throw new Error(`${file}: ${result.reason}`);
  // What was written stays: for minutes after files were removed new ones may take longer.
  return performance.now() - began;
}

/** The chapters of a title again and again, each time under identifiers of their own. */
function repeatTitle(from: string, to: string): void {
  const xml = fs.readFileSync(from, 'utf8');
  const [start, end] = [xml.indexOf('<chapter'), xml.lastIndexOf('</chapter>') + '</chapter>'.length];
  const chapters = xml.slice(start, end);
  const file = fs.openSync(to, 'w');
  fs.writeSync(file, xml.slice(0, start));
  for (let i = 0, size = 0; size < LARGE; i++) {
    const copy =
      i === 0
        ? chapters
        : chapters
            .replaceAll('"/us/usc/t23/', `"/us/usc/t23/copy${i}/`)
            .replaceAll(/ (id|idref)="/g, ` $1="c${i}-`);
    fs.writeSync(file, copy);
    size += Buffer.byteLength(copy);
  }
  fs.writeSync(file, xml.slice(end));
  fs.closeSync(file);
}
