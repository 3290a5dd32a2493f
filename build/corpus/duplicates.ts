import { idOf } from '../contract/identifier.ts';
import { type Problem, sortProblems } from './problems.ts';

/** A document of the corpus, as far as it can collide with another. */
export interface Named {
  path: string;
  identifier: string;
}

/**
 * The problems that no document has alone: two with one identifier, and two with one id (`a/b` and `a-b`). Of
 * two documents the first by path is kept; the problem is that of the other and names both.
 * @returns at most one problem for each document, sorted; without those documents none is left
 */
export function duplicateProblems(documents: readonly Named[]): Problem[] {
  const byPath = documents.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const kept = new Map<string, Named>();
  const problems: Problem[] = [];
  const report = (document: Named, reason: string) =>
    problems.push({ path: document.path, field: 'identifier', reason });

  for (const document of byPath) {
    // Equal identifiers have equal ids, so one look-up finds both kinds.
    const id = idOf(document.identifier);
    const first = kept.get(id);
    if (!first) kept.set(id, document);
    else if (first.identifier === document.identifier) report(document, `is also that of ${first.path}`);
    else
      report(
        document,
        `${document.identifier} gives the same id ${id} as ${first.identifier} of ${first.path}`,
      );
  }
  return sortProblems(problems);
}
