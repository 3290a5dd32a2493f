'use strict';

const { spawnSync } = require('node:child_process');
const { hash } = require('node:crypto');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { ROOT, programVersion } = require('./code-version.cjs');
const { keep, readKept } = require('./kept-file.cjs');
const { isRunning } = require('./parent.cjs');

// A bundle is one file with a program's entry and all its imports: loading hundreds of modules takes several times as long,
// compiling TypeScript not counted. It is cached until the code changes. Without a usable cache each process makes its own.
//
// Each start reads all sources to see whether they have changed, which takes 30 ms of the processor. Times and sizes would take
// half of that, but would run old code after copied releases, image layers with rounded times, and edits within a second. An
// installation script could not make the bundles: `npm ci --ignore-scripts` skips it.

/** The conventional cache of tools; `npm ci` empties it. */
const CACHE = path.join(ROOT, 'node_modules/.cache/pandect');

/** A bundle could not be made; the message says why. */
class BundleError extends Error {}

/**
 * @typedef {{ name: string, code: string, isKept: boolean }} Bundle
 * @type {Map<string, Bundle>}
 */
const bundles = new Map();

/**
 * What has run, by entry and cache. A small build asks for its tasks at each step, and running the bundle takes longer than the tasks.
 * @type {Map<string, Module>}
 */
const loaded = new Map();

/**
 * Runs an entry, once in a process.
 * @param {URL} entry a module
 * @returns {unknown} its exports
 * @throws BundleError, and errors of the module
 */
function loadBundled(entry, cache = CACHE) {
  const key = `${entry.href} ${cache}`;
  const known = loaded.get(key);
  if (known) return known.exports;
  const { name, code } = bundleOf(entry, cache);
  const file = path.join(cache, name);
  const module = new Module(file);
  // Runs the text that was read: nothing can replace the file in between, and no file is needed.
  /** @type {any} */ (module)._compile(code, file);
  loaded.set(key, module);
  return module.exports;
}

/**
 * Returns a file for threads, which run files. Without a cache it is in a private temporary folder until the process ends.
 * @param {URL} entry a module
 * @returns {string} the file of its bundle
 * @throws BundleError
 */
function bundled(entry, cache = CACHE) {
  const { name, code, isKept } = bundleOf(entry, cache);
  if (isKept) return path.join(cache, name);
  const file = path.join(temporaryFolder(), name);
  if (!fs.existsSync(file)) fs.writeFileSync(file, code, { mode: 0o600 });
  return file;
}

/**
 * @param {URL} entry
 * @param {string} cache
 */
function bundleOf(entry, cache) {
  const key = `${entry.href} ${cache}`;
  const known = bundles.get(key) ?? keptOrMade(fileURLToPath(entry), cache);
  bundles.set(key, known);
  return known;
}

/**
 * @param {string} entry
 * @param {string} cache
 * @returns {Bundle}
 */
function keptOrMade(entry, cache) {
  const version = programVersion();
  // The project's path is part of the bundle.
  const name = `${version}-${hash('sha256', entry)}.cjs`;
  const kept = readKept(cache, name);
  if (kept !== null) return { name, code: kept, isKept: true };
  const code = make(entry);
  // The sources may have been edited meanwhile.
  const isOfVersion = programVersion('anew') === version;
  return { name, code, isKept: isOfVersion && keep(cache, name, code, version) };
}

/** @param {string} entry */
function make(entry) {
  const maker = path.join(__dirname, 'make-bundle.cjs');
  const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [maker, entry], options);
  if (status === 0) return stdout;
  throw new BundleError(error?.message ?? stderr.trim());
}

const PREFIX = 'pandect-code-';

/** @type {string | null} */
let temporary = null;

function temporaryFolder() {
  if (temporary !== null) return temporary;
  removeAbandoned();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  temporary = folder;
  return folder;
}

/** Removes folders of killed processes. */
function removeAbandoned() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    const folder = path.join(os.tmpdir(), name);
    if (pid > 0 && !isRunning(pid) && fs.lstatSync(folder).uid === process.geteuid?.()) {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

module.exports = { BundleError, bundled, loadBundled };
