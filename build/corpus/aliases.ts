import { identifierProblem } from '../contract/identifier.ts';
import type { Source } from '../contract/sources.ts';
import { CONVERSIONS, isBlank } from './conversions.ts';
import { type Problem, printable } from './problems.ts';

const FIELD = 'aliases';

/** Reads other identifiers of a document: former spellings, members of a range. @param identifier its own, which is no alias */
export function readAliases(
  source: Source,
  path: string,
  data: Readonly<Record<string, unknown>>,
  identifier: string,
): { aliases: string[]; problems: Problem[] } {
  const problem = (reason: string) => ({ aliases: [], problems: [{ path, field: FIELD, reason }] });
  const raw = data[FIELD];
  if (isBlank(raw)) return { aliases: [], problems: [] };
  const names = CONVERSIONS.strings.convert(raw) as string[] | undefined;
  if (!names) return problem('must be a list of identifiers');
  const aliases = Array.from(new Set(names)).filter(name => name !== identifier);
  for (const alias of aliases) {
    const reason = identifierProblem(source, alias);
    if (reason !== null) return problem(`names "${printable(alias)}", which ${reason}`);
  }
  return { aliases, problems: [] };
}
