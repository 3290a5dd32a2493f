import { spawnSync } from 'node:child_process';

/** The ids of the search processes, whose argument is an index, that a process has started, and that still run. */
export function searchProcesses(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(line => line.endsWith('.sqlite'))
    .map(line => line.trim().split(/\s+/))
    .filter(([, ppid, state = '']) => Number(ppid) === parent && !state.startsWith('Z'))
    .map(([pid]) => Number(pid));
}
