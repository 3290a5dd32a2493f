'use strict';

const fs = require('node:fs');
const path = require('node:path');

const TABLE = path.join(__dirname, 'slow-files.txt');

/** The table holds files that take longer. */
const SLOW_S = 2;

/** The one slow file among the quick tests: it builds and serves the sample by the commands. */
const SMOKE = 'e2e/smoke.test.ts';

/**
 * Tells whether a file is among the quick tests.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, number>} slow
 */
const isQuick = (file, slow) => file === SMOKE || !slow.has(file);

/**
 * @param {string} [table] a file with a line for each slow test file, "seconds path"; `#` begins a remark
 * @returns {Map<string, number>} seconds by the path below `test/`
 */
function slowFiles(table = TABLE) {
  const lines = fs.readFileSync(table, 'utf8').split('\n');
  return new Map(
    lines
      .filter(line => /^ *\d/.test(line))
      .map(line => {
        const [seconds, file] = line.trim().split(' ');
        return [String(file), Number(seconds)];
      }),
  );
}

/**
 * Slow files come first, the slowest of all at the beginning: so no processor is idle at the end while another has minutes to go.
 *
 * @param {readonly string[]} files
 * @param {ReadonlyMap<string, number>} slow seconds of those that are slow
 * @returns {string[]} the same files in the order in which they begin
 */
function inOrder(files, slow) {
  const seconds = (/** @type {string} */ file) => slow.get(file) ?? 0;
  return [...files].sort((a, b) => seconds(b) - seconds(a) || (a < b ? -1 : 1));
}

/**
 * Writes measured times into the table. Files that were not measured keep theirs, if they still exist.
 *
 * @param {ReadonlyMap<string, number>} measured seconds by file
 * @param {(file: string) => boolean} exists
 */
function keepTimes(measured, exists, table = TABLE) {
  const remarks = fs.readFileSync(table, 'utf8').match(/^#.*\n/gm) ?? [];
  const times = new Map([...slowFiles(table), ...measured]);
  const lines = [...times]
    .filter(([file, seconds]) => seconds > SLOW_S && exists(file))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, seconds]) => `${String(Math.round(seconds)).padStart(4)} ${file}\n`);
  fs.writeFileSync(table, [...remarks, ...lines].join(''));
}

module.exports = { inOrder, isQuick, keepTimes, SLOW_S, slowFiles };
