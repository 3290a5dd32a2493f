import { soundChain } from '../contract/level-chains.ts';
import { isDated } from '../contract/levels.ts';
import type { HierarchyLevel, SourceId } from '../contract/sources.ts';
import { sourceOf } from '../contract/sources.ts';
import { CONVERSIONS, isBlank } from './conversions.ts';
import type { CorpusFile } from './file.ts';
import { parseFrontmatter } from './frontmatter.ts';
import type { Problem } from './problems.ts';

/** A level in the words of the corpus: a file `_level.md` in the level's folder. */
export interface CorpusLevel extends HierarchyLevel {
  source: SourceId;
  status: string | null;
  /** The place of a level without a number among all levels of the same level, from 1; null where nothing tells it. */
  position: number | null;
  /** The levels above, from the title down. */
  path: readonly HierarchyLevel[];
  /** What the file says below its heading, as Markdown; empty without text. */
  notes: string;
}

/** Reads the file of a level. A file that names neither itself nor the levels above describes something else, such as an issue. */
export function readLevel(
  { source: id, path }: CorpusFile,
  bytes: Buffer,
): { level: CorpusLevel | null } | { problems: Problem[] } {
  const frontmatter = parseFrontmatter(bytes);
  if ('reason' in frontmatter) return { problems: [{ path, field: null, reason: frontmatter.reason }] };
  const { data, body } = frontmatter;
  const source = sourceOf(id);
  if (isDated(source) || (isBlank(data.identifier) && isBlank(data.hierarchy))) return { level: null };
  const [own] = levelsIn([data]);
  const above = levelsIn(data.hierarchy ?? []);
  const wrong = own ? (above.includes(undefined) ? 'hierarchy' : null) : 'level';
  if (wrong !== null)
    return { problems: [{ path, field: wrong, reason: `must be ${CONVERSIONS.levels.expected}` }] };
  const levels = soundChain(source, [...above, own] as HierarchyLevel[]);
  const status = typeof data.status === 'string' ? data.status : null;
  const position = /^[1-9]\d{0,8}$/.test(String(data.position)) ? Number(data.position) : null;
  const notes = body.replace(/^#(?!#)[^\n]*(?:\n|$)/, '').trim();
  const level = levels.pop() as HierarchyLevel;
  return { level: { ...level, source: id, status, position, path: levels, notes } };
}

const levelsIn = (raw: unknown): (HierarchyLevel | undefined)[] =>
  (CONVERSIONS.levels.convert(raw) as HierarchyLevel[] | undefined) ?? [undefined];
