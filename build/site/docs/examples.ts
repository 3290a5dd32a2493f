import type { Code, RootContent } from 'mdast';

/** Blocks of code that follow one another, or anything else. */
export type Run = { code: readonly Code[] } | { other: RootContent };

/** Blocks of code that stand behind each other without a word in between are one example. */
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
