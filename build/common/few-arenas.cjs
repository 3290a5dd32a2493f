'use strict';

/** More make a build no faster. */
const ARENAS = '2';

/** @typedef {(file: string, args: string[], env: NodeJS.ProcessEnv) => never} Execve */

/**
 * Starts this program again in the same process, with few arenas. The C library of Linux gives nearly each thread an arena of memory,
 * and does not use for one thread what another one freed: builds took up to a quarter more memory. It reads the variable when
 * a process starts. Node before 22.15 cannot do this, and other systems have no such arenas.
 */
function restartWithFewArenas() {
  const { argv, channel, env, execArgv, execPath, platform } = process;
  const { execve, permission } = /** @type {{ execve?: Execve, permission?: unknown }} */ (process);
  // A channel to the parent does not outlive this, and a process with bounded permissions may not do it.
  if (platform !== 'linux' || !execve || channel || permission || env.MALLOC_ARENA_MAX !== undefined) return;
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: ARENAS });
}

module.exports = { restartWithFewArenas };
