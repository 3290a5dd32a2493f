'use strict';

// npm test [-- [--processes=N] PATTERN]: runs the test files whose path matches a regular expression, all where none is given. As many
// processes as there are processors, or N, take file after file; what a file prints is printed when it is over, files never mix.
// A file that ends its process is a failure with its name, and the others go on in a new process.

const { fork } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');

/**
 * What a file's tests came to.
 *
 * @typedef {{ passed: number, skipped: number, total: number }} Counts
 */

const ROOT = path.resolve(__dirname, '../..');
const TESTS = path.join(ROOT, 'test');

/** A file that takes longer hangs. */
const FILE_MS = 10 * 60_000;

/** A process whose files are done must end by itself: what keeps it up is a server or a timer that a test has left. */
const END_MS = 30_000;

/** @param {string} pattern */
function testFiles(pattern) {
  const wanted = new RegExp(pattern);
  return fs
    .readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll(path.sep, '/'))
    .filter(name => name.endsWith('.test.ts') && wanted.test(name))
    .sort();
}

const started = performance.now();
const sum = { passed: 0, skipped: 0, total: 0 };
/** @type {string[]} */
const broken = [];
/** @type {[name: string, ms: number][]} */
const times = [];

/**
 * A process that runs files until none is left.
 *
 * @param {string[]} files those that nobody has taken yet
 * @param {string} output a file of its own
 * @returns {Promise<void>} when the process has ended
 */
function work(files, output) {
  const handle = fs.openSync(output, 'a+');
  const worker = fork(path.join(__dirname, 'worker.cjs'), {
    cwd: ROOT,
    stdio: ['ignore', handle, handle, 'ipc'],
  });
  /** @type {string | undefined} */
  let current;
  let begun = 0;
  let read = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let limit;

  const flush = () => {
    const { size } = fs.fstatSync(handle);
    const bytes = Buffer.alloc(size - read);
    fs.readSync(handle, bytes, 0, bytes.length, read);
    read = size;
    return bytes.toString();
  };
  /** @param {string} [failure] */
  const over = failure => {
    clearTimeout(limit);
    if (current === undefined) return;
    times.push([current, performance.now() - begun]);
    process.stdout.write(`${current}\n${flush()}`);
    if (failure !== undefined) fail(`${current}: ${failure}`);
    current = undefined;
  };
  const next = () => {
    current = files.shift();
    if (current === undefined) {
      worker.disconnect();
      limit = setTimeout(() => {
        fail(`A process did not end: a test has left something running. It ran ${ran.join(', ')}`);
        worker.kill('SIGKILL');
      }, END_MS);
      return;
    }
    ran.push(current);
    begun = performance.now();
    limit = setTimeout(() => worker.kill('SIGKILL'), FILE_MS);
    worker.send(path.join(TESTS, current));
  };
  /** @type {string[]} */
  const ran = [];

  worker.on('message', message => {
    const counts = /** @type {Counts} */ (message);
    for (const key of /** @type {const} */ (['passed', 'skipped', 'total'])) sum[key] += counts[key];
    over();
    next();
  });
  next();
  return new Promise(resolve => {
    worker.once('exit', (code, signal) => {
      const rest = current === undefined;
      over(`its process ended before its tests did (${signal ?? `exit code ${code}`})`);
      clearTimeout(limit);
      fs.closeSync(handle);
      resolve(rest || files.length === 0 ? undefined : work(files, output));
    });
  });
}

/** A failure that no test has counted. @param {string} message */
function fail(message) {
  broken.push(message);
  sum.total += 1;
  process.stdout.write(`${message}\n\n`);
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { processes: { type: 'string' } },
    allowPositionals: true,
  });
  const files = testFiles(positionals[0] ?? '');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-tests-'));
  try {
    if (files.length === 0) fail('No test file has such a path.');
    const workers = Math.min(Number(values.processes ?? os.availableParallelism()), files.length);
    await Promise.all(Array.from({ length: workers }, (_, i) => work(files, path.join(folder, String(i)))));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  const { passed, skipped, total } = sum;
  console.log('  Slowest files:');
  for (const [name, ms] of times.sort(([, a], [, b]) => b - a).slice(0, 5)) {
    console.log(`    ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}`);
  }
  for (const message of broken) console.log(`  ${message}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  ${seconds} s\n`,
  );
  process.exitCode = passed === total ? 0 : 1;
}

void main();
