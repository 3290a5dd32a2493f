import { byPath, differences, differingParts } from '../files/manifest/differences.ts';
import type { ManifestEntry } from '../files/manifest/line.ts';
import { aliasedPart, partName } from '../files/manifest/parts.ts';
import { readPart } from '../files/manifest/read.ts';
import { ManifestError, type Part, type Root } from '../files/manifest/root.ts';
import { SourceError } from './errors.ts';
import { type Moves, movedFingerprint, rankOf } from './file-moves.ts';
import { fileProblem, partProblem } from './size-limits.ts';

export interface Comparison {
  root: Root;
  base: Root | null;
  /** Whether the target's manifest may be wrong about a part. @param sha256 of the part; null where it has none */
  doubts(part: string, sha256: string | null): boolean;
  moves: Moves;
  fetchPart(part: Part): Promise<string>;
  /** The files of a part of the target; null where it is missing or damaged. */
  readBase(part: Part): Promise<Iterable<ManifestEntry> | null>;
  isThere(path: string): boolean;
  onPart(): void;
}

export function partsToRead({ root, base, doubts }: Pick<Comparison, 'root' | 'base' | 'doubts'>): Part[] {
  const differing = new Set(differingParts(root.parts, base?.parts ?? []));
  return root.parts.filter(part => differing.has(part) || doubts(part.path, part.sha256));
}

/** Finds the differences between two trees, by parts of the manifest. @throws SourceError */
export async function compareTrees(comparison: Comparison): Promise<void> {
  const { root, base, moves, doubts, readBase, onPart } = comparison;
  const known = new Map(base?.parts.map(part => [part.path, part]));
  const listedParts = new Set(root.parts.map(({ path }) => path));
  const parts = partsToRead(comparison);
  for (const part of parts) refuse(part.path, partProblem(part));
  for (const part of parts) {
    const last = known.get(part.path);
    const listed = last ? await readBase(last) : null;
    const isDoubtful = doubts(part.path, last?.sha256 ?? null) || (last !== undefined && listed === null);
    comparePart(await comparison.fetchPart(part), part, listed, { ...comparison, isDoubtful });
    add(moves, part, {
      ...{ path: part.path, bytes: part.bytes, sha256: part.sha256, date: part.newest },
      ...{ rank: 'manifest parts', isNew: last === undefined, isDoubtful },
    });
    onPart();
  }
  for (const part of known.values()) {
    if (listedParts.has(part.path)) continue;
    for (const entry of (await readBase(part)) ?? []) leave(moves, part, entry);
    moves.addGone({ path: part.path, fingerprint: '' });
  }
  moves.settle();
  const clash = moves.clash();
  if (clash)
    throw new SourceError(`The source is damaged: ${clash} is a file, and there are files below that name.`);
}

function refuse(path: string, problem: string | null): void {
  if (problem !== null) throw new SourceError(`The source is damaged: ${path} ${problem}.`);
}

const leave = (moves: Moves, part: Part, entry: ManifestEntry): void =>
  moves.addGone({
    path: entry.path,
    fingerprint: movedFingerprint(entry),
    isAlias: aliasedPart(partName(part.path)) !== null,
  });

function add(moves: Moves, part: Part, move: Parameters<Moves['add']>[0]): void {
  if (!moves.add(move))
    throw new SourceError(`The source is damaged: ${part.path} names ${move.path} once more.`);
}

/** @param listed files of the target's part; null where they are unknown, or there is no such part */
function comparePart(
  folder: string,
  part: Part,
  listed: Iterable<ManifestEntry> | null,
  { moves, isThere, isDoubtful }: Comparison & { isDoubtful: boolean },
): void {
  const isSame = (last: ManifestEntry, entry: ManifestEntry): boolean =>
    !isDoubtful && movedFingerprint(last) === movedFingerprint(entry);
  for (const { before, after } of differences(byPath(listed ?? []), checkedEntries(folder, part), isSame)) {
    if (!after) {
      if (before) leave(moves, part, before);
      continue;
    }
    const { path, bytes, sha256, date } = after;
    const isNew = before === null && !(isDoubtful && isThere(path));
    const isRedated = !isDoubtful && before?.sha256 === sha256 && before.bytes === bytes;
    const file = { path, bytes, sha256, date };
    add(moves, part, { ...file, rank: rankOf(path, isNew), isNew, isDoubtful, isRedated });
  }
}

/** @throws SourceError where lines are not plausible, or not what the root says */
function* checkedEntries(folder: string, part: Part): Generator<ManifestEntry> {
  let [files, bytes] = [0, 0];
  for (const entry of readPart(folder, part)) {
    files++;
    bytes += entry.bytes;
    refuse(entry.path, fileProblem(entry.path, entry.bytes));
    yield entry;
  }
  if (files !== part.files || bytes !== part.content_bytes)
    throw new SourceError(`The source is damaged: ${part.path} does not list what the manifest says.`);
}

/** The files of a part; null where it is missing or damaged. */
export function entriesOf(folder: string, part: Part): Iterable<ManifestEntry> | null {
  try {
    return Array.from(readPart(folder, part));
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}
