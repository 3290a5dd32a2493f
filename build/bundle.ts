import { hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { codeVersion } from './code-version.ts';

/** Where tools keep what they can make again; `npm ci` empties it. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/pandect', import.meta.url));

const DAY_MS = 86_400_000;

const bundles = new Map<string, string>();

/**
 * One file with a worker and all that it imports: loading a hundred modules through tsx takes ten times as long, and
 * each thread would do it. It is kept until the code changes; where the project cannot be written to, until the
 * process ends.
 *
 * @param cache the folder in which it is kept
 * @returns the file
 */
export function bundled(worker: URL, cache = CACHE): string {
  const made = bundles.get(worker.href) ?? cached(worker, cache);
  bundles.set(worker.href, made);
  return made;
}

function cached(worker: URL, cache: string): string {
  const version = codeVersion();
  // The place is part of the bundle.
  const name = `${version}-${hash('sha256', worker.href)}.cjs`;
  const file = path.join(cache, name);
  if (fs.existsSync(file)) return file;
  const code = bundle(worker);
  try {
    fs.mkdirSync(cache, { recursive: true });
    removeOthers(cache, version);
    return write(file, code);
  } catch {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-worker-'));
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    return write(path.join(folder, name), code);
  }
}

/** Whoever finds the file finds it whole. */
function write(file: string, code: string): string {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, code, { flush: true });
  fs.renameSync(draft, file);
  return file;
}

/** Removes the bundles of other versions. A process that runs has loaded its own long ago. */
function removeOthers(folder: string, version: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(version)) continue;
    const file = path.join(folder, name);
    if (fs.statSync(file).mtimeMs < Date.now() - DAY_MS) fs.rmSync(file);
  }
}

function bundle(worker: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(worker)],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Every thread reads it. Names stay as they are, for stacks.
    minifyWhitespace: true,
    minifySyntax: true,
    define: { 'import.meta.url': JSON.stringify(worker.href) },
  });
  return outputFiles[0]!.text;
}
