import { idOf } from '../contract/identifier.ts';
import { type Problem, sortProblems } from './problems.ts';

/** The names of a document that may collide with those of another. */
export interface Named {
  path: string;
  identifier: string;
}

/**
 * Finds documents that share an identifier, or an id (`a/b` and `a-b`). The first by path is kept; the problem names both.
 * @returns at most one problem for each document, sorted; no collision is left without those documents
 */
export function duplicateProblems(documents: readonly Named[]): Problem[] {
  const byPath = documents.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const kept = new Map<string, Named>();
  const problems: Problem[] = [];
  const report = (document: Named, reason: string) =>
    problems.push({ path: document.path, field: 'identifier', reason });

  for (const document of byPath) {
    // Equal identifiers have equal ids, so one look-up finds both kinds of collision.
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
