import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the project in a folder of its own, which a test may change as an engineer does. */
export class ProjectCopy {
  readonly root = temporaryFolder();

  /** @param more files and folders that the changes need */
  constructor(more: readonly string[] = []) {
    for (const name of ['build', 'shim', 'package.json', 'package-lock.json', ...more])
      fs.cpSync(path.join(ROOT, name), path.join(this.root, name), { recursive: true });
    const config = JSON.parse(fs.readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
    // The client needs types that builds make.
    const exclude = [...config.exclude, 'build/site/clients/pandect.ts'];
    this.write('tsconfig.json', JSON.stringify({ ...config, include: ['build', 'shim'], exclude }));
    // Apart from the project's own folder: what is kept there is the project's.
    const modules = path.join(this.root, 'node_modules');
    fs.mkdirSync(modules);
    for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
      if (name !== '.cache') fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
    }
  }

  /** @returns what the compiler says: nothing where all is well */
  typeCheck(): string {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    // The next check is of what has changed, and what depends on it.
    const known = ['--incremental', '--tsBuildInfoFile', path.join(this.root, 'node_modules/.tsbuildinfo')];
    const args = [tsc, '-p', this.root, '--pretty', 'false', ...known];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: this.root, encoding: 'utf8' });
    return stdout + stderr;
  }

  /** Puts text in place of other text, which stands in the file once. */
  replace(file: string, from: string, to: string): void {
    const text = fs.readFileSync(path.join(this.root, file), 'utf8');
    assert.is(text.split(from).length, 2, `${file} has ${from} once`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  write(file: string, text: string): void {
    const target = path.join(this.root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
}
