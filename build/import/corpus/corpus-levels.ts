import fs from 'node:fs';
import path from 'node:path';
import { parseFrontmatter } from '../../corpus/frontmatter.ts';
import type { Edition, Frontmatter, Outline } from '../schema.ts';
import { SHELF } from './annual-overlaps.ts';

interface Row {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
}

interface CorpusLevel {
  folder: string[];
  /** The levels from the title down, including itself. */
  hierarchy: Row[];
}

const rowsOf = (value: unknown): Row[] =>
  Array.isArray(value)
    ? value.map(row => ({ level: '', number: null, name: null, identifier: null, ...(row as Partial<Row>) }))
    : [];

/**
 * The levels of a title as in the corpus. A part of a title by itself does not name the levels above it: its
 * position, and the facts of those levels, are taken from here.
 */
export class CorpusLevels {
  readonly #levels = new Map<string, CorpusLevel>();

  constructor(corpus: string, { folder }: Edition) {
    const directory = path.join(corpus, folder);
    if (!fs.existsSync(directory)) return;
    for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name !== '_level.md') continue;
      const read = parseFrontmatter(fs.readFileSync(path.join(entry.parentPath, entry.name)));
      if ('reason' in read || typeof read.data.identifier !== 'string') continue;
      const { hierarchy, ...own } = read.data;
      const folders = path
        .relative(directory, entry.parentPath)
        .split(path.sep)
        .filter(name => name !== '');
      // Volumes of the printed edition keep their levels separately, in the same folders.
      const isShelved = folders[0] === SHELF;
      if (isShelved && this.#levels.has(read.data.identifier)) continue;
      this.#levels.set(read.data.identifier, {
        folder: isShelved ? folders.slice(2) : folders,
        hierarchy: rowsOf([...rowsOf(hierarchy), pick(own)]),
      });
    }
  }

  /** Moves an outline to the place of its part of the title; returns it unchanged if the corpus lacks the part. */
  adopted(outline: Outline): Outline {
    const own = this.#levels.get(outline.identifier);
    const rows = rowsOf(outline.frontmatter.hierarchy);
    const at = rows.findLastIndex(
      ({ level, identifier }) => level === 'part' && this.#levels.has(identifier ?? ''),
    );
    const part = own && at < 0 ? own : this.#levels.get(rows[at]?.identifier ?? '');
    if (!part) return outline;
    const behind = outline.path.findIndex(segment => segment.startsWith('part-')) + 1;
    const hierarchy =
      at < 0 ? part.hierarchy.slice(0, -1) : [...part.hierarchy.slice(0, -1), ...rows.slice(at)];
    return {
      ...outline,
      path: [...part.folder, ...outline.path.slice(behind)],
      frontmatter: {
        ...outline.frontmatter,
        ...fieldsOf(outline, hierarchy),
        hierarchy: hierarchy.map(row => ({ ...row })),
      },
    };
  }
}

const pick = ({ level, number, name, identifier }: Record<string, unknown>) => ({
  ...{ level, number: number ?? null, name: name ?? null, identifier: identifier ?? null },
});

/** Fields of a document; a level has none. */
function fieldsOf({ frontmatter }: Outline, hierarchy: readonly Row[]): Frontmatter {
  if (frontmatter.section_number === undefined) return {};
  const fields: Frontmatter = {};
  for (const { level, number, name } of hierarchy) {
    if (level === 'title' || level === 'subject_group') continue;
    fields[`${level}_number`] = number;
    fields[`${level}_name`] = name;
  }
  return { ...fields, agency: fields.chapter_name ?? frontmatter.agency ?? null };
}
