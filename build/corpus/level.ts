import { identifierProblem } from '../contract/identifier.ts';
import type { HierarchyLevel, SourceId } from '../contract/sources.ts';
import { sourceOf } from '../contract/sources.ts';
import { CONVERSIONS } from './conversions.ts';
import type { CorpusFile } from './file.ts';
import { parseFrontmatter } from './frontmatter.ts';
import type { Problem } from './problems.ts';

/** A level in the words of the corpus: a file `_level.md` in the level's folder. */
export interface CorpusLevel extends HierarchyLevel {
  source: SourceId;
  identifier: string;
  status: string | null;
  /** The levels above, from the title down. */
  path: readonly HierarchyLevel[];
  /** What the file says below its heading, as Markdown; empty without text. */
  notes: string;
}

/** Reads the file of a level. A file without an identifier describes something else, such as an issue: its level is null. */
export function readLevel(
  { source, path }: CorpusFile,
  bytes: Buffer,
): { level: CorpusLevel | null } | { problems: Problem[] } {
  const frontmatter = parseFrontmatter(bytes);
  if ('reason' in frontmatter) return { problems: [{ path, field: null, reason: frontmatter.reason }] };
  const { data, body } = frontmatter;
  const { identifier } = data;
  if (typeof identifier !== 'string' || identifier === '') return { level: null };
  const wrong = identifierProblem(sourceOf(source), identifier);
  if (wrong !== null) return { problems: [{ path, field: 'identifier', reason: wrong }] };
  const [own] = (CONVERSIONS.levels.convert([data]) ?? []) as HierarchyLevel[];
  const above = data.hierarchy === undefined ? [] : CONVERSIONS.levels.convert(data.hierarchy);
  if (!own || !above)
    return {
      problems: [
        { path, field: own ? 'hierarchy' : 'level', reason: `must be ${CONVERSIONS.levels.expected}` },
      ],
    };
  const status = typeof data.status === 'string' ? data.status : null;
  const notes = body.replace(/^#[^\n]*(?:\n|$)/, '').trim();
  return { level: { ...own, identifier, source, status, path: above as HierarchyLevel[], notes } };
}
