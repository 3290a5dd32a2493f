'use strict';

// npm test [-- [--processes=N] [--bail] PATTERN]: runs the test files whose path matches a regular expression, all where
// none is given; with --bail, no test and no file after the first that fails. As many processes as there are processors, or N, take file
// after file; what a file prints is printed when it is over, files never mix. A file that ends its process is a failure
// with its name, and the others go on in a new process; so they do where one of its tests has failed, and what it has left
// running then is ended and named.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { inOrder } = require('./order.cjs');
const { TestProcess } = require('./process.cjs');

const TESTS = path.resolve(__dirname, '..');

/** So many are named with their times. */
const SLOWEST = 10;

const { values, positionals } = parseArgs({
  options: { processes: { type: 'string' }, bail: { type: 'boolean' } },
  allowPositionals: true,
});
const started = performance.now();
const sum = { passed: 0, skipped: 0, total: 0 };
/** @type {string[]} */
const failures = [];
/** @type {[file: string, seconds: number][]} */
const times = [];

/** @param {string} pattern */
function testFiles(pattern) {
  const wanted = new RegExp(pattern);
  return inOrder(
    fs
      .readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
      .map(name => name.replaceAll(path.sep, '/'))
      .filter(name => name.endsWith('.test.ts') && wanted.test(name)),
  );
}

/**
 * Runs files until none is left.
 *
 * @param {string[]} files those that nobody has taken yet
 */
async function work(files) {
  const { bail = false } = values;
  /** @type {Promise<void>[]} */
  const ends = [];
  /** @param {InstanceType<typeof TestProcess>} worker */
  const end = async worker => {
    const failure = await worker.end();
    if (failure !== null) fail(failure);
  };
  let worker = new TestProcess({ bail });
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    const began = performance.now();
    const { counts, output, failure } = await worker.run(path.join(TESTS, file));
    times.push([file, (performance.now() - began) / 1000]);
    process.stdout.write(`${file}\n${output}`);
    for (const key of /** @type {const} */ (['passed', 'skipped', 'total'])) sum[key] += counts[key];
    if (failure !== null) {
      fail(`${file}: ${failure}`);
      worker = new TestProcess({ bail });
    } else if (counts.passed < counts.total) {
      ends.push(end(worker));
      worker = new TestProcess({ bail });
    }
    if (bail && sum.passed < sum.total) files.length = 0;
  }
  await Promise.all([...ends, end(worker)]);
}

/**
 * A failure that no test has counted.
 *
 * @param {string} message
 */
function fail(message) {
  failures.push(message);
  sum.total += 1;
}

function report() {
  console.log('\n  Slowest files:');
  for (const [file, seconds] of times.sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
    console.log(`    ${seconds.toFixed(1).padStart(5)} s  ${file}`);
  for (const message of failures) console.log(`\n  ${message}`);
  const { passed, skipped, total } = sum;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  ${seconds} s\n`,
  );
}

async function main() {
  const files = testFiles(positionals[0] ?? '');
  if (files.length === 0) fail('No test file has such a path.');
  const processes = Math.min(Number(values.processes ?? os.availableParallelism()), files.length);
  await Promise.all(Array.from({ length: processes }, () => work(files)));
  report();
  process.exitCode = sum.passed === sum.total ? 0 : 1;
}

void main();
