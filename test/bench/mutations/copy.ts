import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../helpers/tree.ts';
import { type Mutation, mutate } from './table.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NOT_COPIED = ['node_modules', '.git', 'dist', '.dist.build'];

export type Verdict = 'killed' | 'survived';

/** A copy of the project in a temporary folder, in which one mutation at a time is made. */
export class ProjectCopy {
  readonly #root = path.join(temporaryFolder(), 'project');

  constructor() {
    fs.cpSync(ROOT, this.#root, {
      recursive: true,
      filter: name => !NOT_COPIED.includes(path.relative(ROOT, name)),
    });
    // One link for each package: what is kept under node_modules/.cache is the copy's own.
    const packages = path.join(this.#root, 'node_modules');
    fs.mkdirSync(packages);
    for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
      if (name !== '.cache') fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
    }
  }

  /** @param mutation one without a problem @param milliseconds the tests may take; after that they count as failed */
  async judge(mutation: Mutation, milliseconds: number): Promise<Verdict> {
    const file = path.join(this.#root, mutation.file);
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, mutate(text, mutation));
    const { isGreen } = await this.test(mutation.tests, milliseconds);
    fs.writeFileSync(file, text);
    return isGreen ? 'survived' : 'killed';
  }

  /** Runs the tests of these paths. Green are they where all of them pass, in time. */
  test(tests: string, milliseconds: number): Promise<{ isGreen: boolean; output: string }> {
    const { CI: _, ...env } = process.env;
    const args = [path.join(this.#root, 'test/runner/main.cjs'), '--processes=1', '--bail', tests];
    return new Promise((resolve, reject) => {
      // In a group of its own, so that nothing that a mutant has started outlives it.
      const child = spawn(process.execPath, args, {
        cwd: this.#root,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      let output = '';
      child.stdout.on('data', chunk => {
        output += chunk;
      });
      const end = () => {
        try {
          process.kill(-(child.pid as number), 'SIGKILL');
        } catch {
          // All have ended.
        }
      };
      const timer = setTimeout(end, milliseconds);
      child.once('error', reject);
      child.once('exit', code => {
        clearTimeout(timer);
        end();
        resolve({ isGreen: code === 0, output });
      });
    });
  }
}
