import type { Code, RootContent } from 'mdast';

/** Consecutive blocks of code, or any other node. */
export type Run = { code: readonly Code[] } | { other: RootContent };

/** Groups consecutive blocks of code, which are one example, and leaves other nodes single. */
export function runsOf(nodes: readonly RootContent[]): Run[] {
  const runs: Run[] = [];
  let code: Code[] | null = null;
  for (const node of nodes) {
    if (node.type !== 'code') runs.push({ other: node });
    else if (code) code.push(node);
    else runs.push({ code: [node] });
    const last = runs.at(-1);
    code = last && 'code' in last ? (last.code as Code[]) : null;
  }
  return runs;
}
