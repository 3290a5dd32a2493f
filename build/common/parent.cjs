'use strict';

const INTERVAL_MS = 250;

/**
 * Ends a program that npm started when its parent ends. npm passes SIGTERM to the shell of a script, and most shells end
 * without passing it on, which leaves the program running unnoticed.
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

/** On Windows the number of the parent stays when it has ended. @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

module.exports = { endWithParent, isRunning };
