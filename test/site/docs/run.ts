import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Language } from '../../../build/site/docs/languages.ts';
import { hindranceOf } from '../../helpers/edges/process.ts';
import { ROOT } from '../../helpers/handbook.ts';

/** Runs the guide's examples, with the programs that readers have. */

interface Runner {
  /** Returns the program and its arguments. @param file with the code */
  command: (file: string) => [string, ...string[]];
  extension: string;
  /** Why it cannot run here; null where it can. */
  hindrance: string | null;
}

const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');

export const RUNNERS: Readonly<Record<Language, Runner>> = {
  sh: {
    command: file => ['bash', '-e', '-o', 'pipefail', file],
    extension: 'sh',
    hindrance: hindranceOf('curl', '--version')() ?? hindranceOf('jq', '--version')(),
  },
  js: { command: file => [process.execPath, file], extension: 'mjs', hindrance: null },
  python: {
    command: file => ['python3', file],
    extension: 'py',
    hindrance: hindranceOf('python3', '--version')(),
  },
  r: {
    command: file => ['Rscript', '--vanilla', file],
    extension: 'R',
    hindrance: hindranceOf('Rscript', '--version')(),
  },
  ts: { command: file => [process.execPath, tsx, file], extension: 'ts', hindrance: null },
};

export interface Told {
  code: number | null;
  out: string;
  problems: string;
}

const SECONDS = 30;

/** Runs code, for half a minute at most. @param folder holds the files that the code needs beside it @returns its output */
export function runCode(language: Language, code: string, folder: string, name: string): Promise<Told> {
  const { command, extension } = RUNNERS[language];
  const file = path.join(folder, `${name}.${extension}`);
  fs.writeFileSync(file, code);
  const [program, ...parameters] = command(file);
  const env = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      env,
      timeout: SECONDS * 1000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const told: Told = { code: null, out: '', problems: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told.problems += text;
    });
    child.on('error', reject);
    child.on('close', code => resolve({ ...told, code }));
  });
}
