import { spawnSync } from 'node:child_process';

/**
 * The ids of the search processes that a process has started, and that still run.
 *
 * @param index the file that they search; any where it is not given
 */
export function searchProcesses(parent: number, index = '.sqlite'): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(line => line.endsWith(index))
    .map(line => line.trim().split(/\s+/))
    .filter(([, ppid, state = '']) => Number(ppid) === parent && !state.startsWith('Z'))
    .map(([pid]) => Number(pid));
}
