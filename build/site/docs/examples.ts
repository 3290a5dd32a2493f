import type { Code, RootContent } from 'mdast';
import { isLanguage, type Language, OUTPUT } from './languages.ts';

/** A task in one or several languages, and the output of each. */
export interface Example {
  code: ReadonlyMap<Language, string>;
  /** Null where the page does not show it. */
  output: string | null;
}

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

/**
 * Returns the examples of a chapter that are run: those with a block in one of the languages.
 * @throws where an example has a language twice
 */
export function examplesOf(nodes: readonly RootContent[]): Example[] {
  return runsOf(nodes).flatMap(run => {
    if (!('code' in run)) return [];
    const code = new Map<Language, string>();
    let output: string | null = null;
    for (const { lang, value, position } of run.code) {
      if (lang === OUTPUT) output = value;
      if (!lang || !isLanguage(lang)) continue;
      if (code.has(lang))
        throw new Error(`line ${position?.start.line}: two blocks of ${lang} in one example`);
      code.set(lang, value);
    }
    return code.size > 0 ? [{ code, output }] : [];
  });
}
