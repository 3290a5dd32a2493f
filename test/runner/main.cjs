'use strict';

// npm test [-- [--quick] [--processes=N] [--bail] [--measure] [PATTERN]]
//
// Runs the test files whose path below test/ matches a regular expression, or all of them.
//   --quick      leaves out the files of slow-files.txt, but for the smoke test
//   --processes  as many processes run files at the same time; without it, one for each processor
//   --bail       ends at the first test that fails
//   --measure    writes the time of each file into slow-files.txt, if all tests have passed
//
// uvu runs the tests of a file. This program only hands files to processes, because the runners at hand do it worse:
// - uvu's own runner loads all files into one process. It uses one processor. A file that ends the process ends all others
//   with it, a server that a failed test has left open keeps it from ending, and it says nothing of a hook that throws.
// - `node --test` starts a process for each file. Each loads tsx and the build anew and builds the sample anew: 24 files
//   of the contract cost 21 s of a processor instead of 10 s. It counts a file of uvu as one test, sees no skipped tests,
//   and shares processes among files only from Node 22.8 on.
// Here a few processes take one file after the other, and each builds the sample once. A file that ends its process is a
// failure with its name, and the other files go on in a new process. After a failed test, what the file has left running
// is ended and named. The output of a file is printed when the file is over, so that files never mix.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { TestProcess } = require('./process.cjs');
const { inOrder, isQuick, keepTimes, slowFiles } = require('./slow-files.cjs');
const { TESTS, testFiles } = require('./test-files.cjs');

/** The report names so many files with their times. */
const SLOWEST = 10;

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    processes: { type: 'string' },
    bail: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const started = performance.now();
const sum = { passed: 0, skipped: 0, total: 0 };
/** @type {string[]} */
const failures = [];
/** Seconds by file. @type {Map<string, number>} */
const times = new Map();

/**
 * Runs files until none is left.
 *
 * @param {string[]} files those that no process has taken yet
 */
async function work(files) {
  const { bail } = values;
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
    times.set(file, (performance.now() - began) / 1000);
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
 * Counts a failure outside of tests.
 *
 * @param {string} message
 */
function fail(message) {
  failures.push(message);
  sum.total += 1;
}

function report() {
  console.log('\n  Slowest files:');
  for (const [file, seconds] of [...times].sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
    console.log(`    ${seconds.toFixed(1).padStart(5)} s  ${file}`);
  for (const message of failures) console.log(`\n  ${message}`);
  const { passed, skipped, total } = sum;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  ${seconds} s, Node ${process.version}\n`,
  );
}

async function main() {
  const slow = slowFiles();
  const wanted = testFiles(positionals[0] ?? '').filter(name => !values.quick || isQuick(name, slow));
  const files = inOrder(wanted, slow);
  if (files.length === 0) fail('No test file has such a path.');
  const processes = Math.min(Number(values.processes ?? os.availableParallelism()), files.length);
  await Promise.all(Array.from({ length: processes }, () => work(files)));
  report();
  const hasPassed = sum.passed === sum.total;
  if (values.measure && hasPassed) keepTimes(times, file => fs.existsSync(path.join(TESTS, file)));
  process.exitCode = hasPassed ? 0 : 1;
}

void main();
