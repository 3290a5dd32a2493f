'use strict';

const { fork } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/**
 * What a file's tests came to.
 *
 * @typedef {{ passed: number, skipped: number, total: number }} Counts
 * @typedef {{ counts: Counts, output: string, failure: string | null }} Result
 */

/** A file that takes longer hangs. */
const FILE_MS = 20 * 60_000;

/**
 * A process whose files are done must end by itself: what keeps it up is a server or a timer that a test has left. It removes
 * what its tests have built first, which takes a minute on a slow disk.
 */
const END_MS = 3 * 60_000;
/** The same where a test has failed, behind which it may have been about to close what it had opened. */
const FAILED_END_MS = 20_000;

const NOTHING = { passed: 0, skipped: 0, total: 0 };

/** Runs test files one after the other. What they print goes to a file, which keeps both outputs in order. */
class TestProcess {
  #failedEndMs;
  #bail;
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-tests-'));
  #output = fs.openSync(path.join(this.#folder, 'output'), 'a+');
  #child;
  /** When it has ended: how, to complete "its process ended". */
  #ended;
  #read = 0;
  /** @type {string[]} */
  #files = [];
  #hasFailed = false;

  /** @param {{ bail?: boolean, failedEndMs?: number }} [options] with bail, no test of a file after the first that fails */
  constructor({ bail = false, failedEndMs = FAILED_END_MS } = {}) {
    this.#failedEndMs = failedEndMs;
    this.#bail = bail;
    this.#child = fork(path.join(__dirname, 'worker.cjs'), [String(failedEndMs)], {
      cwd: path.resolve(__dirname, '../..'),
      env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
      stdio: ['ignore', this.#output, this.#output, 'ipc'],
    });
    this.#ended = once(this.#child, 'exit').then(([code, signal]) => `(${signal ?? `exit code ${code}`})`);
  }

  /**
   * @param {string} file absolute
   * @returns {Promise<Result>} with a failure where the process is no more
   */
  async run(file) {
    this.#files.push(path.basename(file));
    const answer = new AbortController();
    const counts = once(this.#child, 'message', answer).then(([message]) => /** @type {Counts} */ (message));
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), FILE_MS);
    this.#child.send({ file, bail: this.#bail }, () => undefined);
    const outcome = await Promise.race([counts, this.#ended]);
    clearTimeout(limit);
    const output = this.#newOutput();
    if (typeof outcome !== 'string') {
      this.#hasFailed ||= outcome.passed < outcome.total;
      return { counts: outcome, output, failure: null };
    }
    counts.catch(() => undefined);
    answer.abort();
    this.#remove();
    return { counts: NOTHING, output, failure: `its process ended before its tests did ${outcome}` };
  }

  /** @returns {Promise<string | null>} why it had to be killed */
  async end() {
    if (this.#child.connected) this.#child.disconnect();
    let failure = null;
    const limit = setTimeout(
      () => {
        failure = `A test has left something running, in ${this.#files.length > 1 ? 'one of ' : ''}${this.#files.join(', ')}.`;
        this.#child.kill('SIGKILL');
      },
      this.#hasFailed ? this.#failedEndMs : END_MS,
    );
    await this.#ended;
    clearTimeout(limit);
    this.#remove();
    return failure;
  }

  #newOutput() {
    const bytes = Buffer.alloc(fs.fstatSync(this.#output).size - this.#read);
    fs.readSync(this.#output, bytes, 0, bytes.length, this.#read);
    this.#read += bytes.length;
    return bytes.toString();
  }

  #remove() {
    fs.closeSync(this.#output);
    fs.rmSync(this.#folder, { recursive: true });
  }
}

module.exports = { TestProcess };
