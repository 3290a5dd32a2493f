'use strict';

const INTERVAL_MS = 250;

/**
 * npm passes a SIGTERM on to the shell in which it runs a script. Most shells end of it and leave the program running,
 * which nobody can find then; so a program that npm started ends when its parent has ended.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL_MS);
  watch.unref();
}

/**
 * On Windows the number of the parent stays when it has ended.
 *
 * @param {number} pid
 */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

module.exports = { endWithParent, isRunning };
