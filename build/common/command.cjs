'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { BundleError, loadBundled } = require('./bundle.cjs');
const { ROOT } = require('./code-version.cjs');
const { restartWithFewArenas } = require('./few-arenas.cjs');
const { endWithParent } = require('./parent.cjs');

/**
 * The modules of the commands. Each exports `run(args, serve)`, which resolves to the exit code, or to undefined while the
 * process goes on.
 * @typedef {(args: string[], serve: Run) => Promise<number | undefined>} Run
 * @type {Readonly<Record<string, string>>}
 */
const COMMANDS = {
  start: 'build/commands/start.ts',
  fetch: 'build/commands/fetch.ts',
  import: 'build/commands/import.ts',
  update: 'build/commands/update.ts',
  build: 'build/commands/build.ts',
  serve: 'shim/main.ts',
  verify: 'build/commands/verify.ts',
  sign: 'build/commands/sign.ts',
  changed: 'build/commands/changed.ts',
  sync: 'build/commands/sync.ts',
  index: 'build/commands/index.ts',
  edge: 'build/commands/edge.ts',
  keys: 'shim/keys/main.ts',
  mcp: 'shim/mcp/main.ts',
  doctor: 'shim/doctor/main.ts',
  bench: 'test/bench/main.ts',
};

/** Commands that build or fill, and so take much memory. */
const LARGE = ['start', 'import', 'update', 'build', 'index'];

const EXIT = { failed: 1, usage: 2 };

/**
 * Runs a command and sets the exit code.
 *
 * @param {string | undefined} name
 * @param {string[]} args what follows the command
 */
async function runCommand(name = '', args) {
  if (!Object.hasOwn(COMMANDS, name))
    return refuse(`There are the commands ${Object.keys(COMMANDS).join(', ')}.`);
  if (!fs.existsSync(path.join(ROOT, 'node_modules')))
    return refuse('The packages are missing: run "npm ci" first.');
  if (LARGE.includes(name)) restartWithFewArenas();
  endWithParent();
  process.setSourceMapsEnabled(true);
  try {
    const run = name === 'bench' ? await fromSource(name) : fromBundle(name);
    const code = await run(args, fromBundle('serve'));
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    const missing = missingPackage(error);
    if (missing !== null) return refuse(`The package ${missing} is missing: run "npm ci".`);
    if (!(error instanceof BundleError)) throw error;
    refuse(`The command cannot be prepared: ${error.message}`, EXIT.failed);
  }
}

/** @param {string} message */
function refuse(message, code = EXIT.usage) {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

/** @param {string} name */
const entryOf = name => pathToFileURL(path.join(ROOT, /** @type {string} */ (COMMANDS[name])));

/**
 * @param {string} name
 * @returns {Run}
 */
const fromBundle = name => (args, serve) =>
  /** @type {{ run: Run }} */ (loadBundled(entryOf(name))).run(args, serve);

/** Benchmarks start other programs from their sources. @param {string} name @returns {Promise<Run>} */
async function fromSource(name) {
  // Its cache is in a shared temporary folder, whose files it trusts whoever made them.
  process.env.TSX_DISABLE_CACHE = '1';
  (await import('tsx/esm/api')).register();
  return (await import(entryOf(name).href)).run;
}

/**
 * @param {unknown} error
 * @returns {string | null} the name of the package that was not found
 */
function missingPackage(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  const isMissing =
    error instanceof BundleError || code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
  return (
    (isMissing &&
      /(?:Cannot find (?:module|package)|Could not resolve) ["']([^./"'][^"']*)/.exec(message ?? '')?.[1]) ||
    null
  );
}

module.exports = { runCommand };
