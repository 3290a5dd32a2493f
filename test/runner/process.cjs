'use strict';

const { fork } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/**
 * Results of the tests of one file.
 *
 * @typedef {{ passed: number, skipped: number, total: number }} Counts
 * @typedef {{ counts: Counts, output: string, failure: string | null }} Result
 */

/** A file that takes longer hangs, and its process is killed. */
const FILE_MS = 20 * 60_000;

/** A process must end by itself when its files are done; a server or a timer that a test has left open would keep it running. */
const END_MS = 3 * 60_000;
/** The same after a failed test, which may not have come to the line that closes what it had opened. */
const FAILED_END_MS = 20_000;

const NOTHING = { passed: 0, skipped: 0, total: 0 };

/**
 * A process that runs test files one after the other. Both its outputs go to one file, which keeps their order. That file and the
 * temporary folders of its tests lie in one folder, which is removed after it has ended, killed or not.
 */
class TestProcess {
  #failedEndMs;
  #bail;
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-tests-'));
  #output = fs.openSync(path.join(this.#folder, 'output'), 'a+');
  #child;
  /** Resolves when the process has ended, with how it ended, such as "(exit code 1)". */
  #ended;
  #read = 0;
  /** @type {string[]} */
  #files = [];
  #hasFailed = false;

  /** @param {{ bail?: boolean, failedEndMs?: number }} [options] with bail, a file ends at its first failed test */
  constructor({ bail = false, failedEndMs = FAILED_END_MS } = {}) {
    this.#failedEndMs = failedEndMs;
    this.#bail = bail;
    // Some tests run programs as another user, in folders inside of this one.
    fs.chmodSync(this.#folder, 0o711);
    this.#child = fork(path.join(__dirname, 'worker.cjs'), [String(failedEndMs)], {
      cwd: path.resolve(__dirname, '../..'),
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        PANDECT_TESTS_FOLDER: this.#folder,
      },
      stdio: ['ignore', this.#output, this.#output, 'ipc'],
    });
    this.#ended = once(this.#child, 'exit').then(([code, signal]) => `(${signal ?? `exit code ${code}`})`);
  }

  /**
   * @param {string} file absolute
   * @returns {Promise<Result>} with a failure if the process has ended
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
    await this.#remove();
    return { counts: NOTHING, output, failure: `its process ended before its tests did ${outcome}` };
  }

  /** Ends the process. @returns {Promise<string | null>} why it had to be killed */
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
    await this.#remove();
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
    // What was left running may still write there.
    return fs.promises.rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

module.exports = { TestProcess };
