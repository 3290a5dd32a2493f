import type { ArchivedVersion, Run } from './history.ts';
import { ArchiveDamage, type PackFile, type PackReader, type PackWriter } from './packs.ts';

/** Counts what packs lose, and moves what is left out of packs of which most is gone. */

/** A pack is written anew when more of it was dropped. */
const MOST_DROPPED = 0.5;

const placeOf = ({ version }: Run): string => (version ? `${version.pack} ${version.offset}` : '');

/** Counts the bytes of versions that histories no longer have. */
export class DroppedBytes {
  readonly #byPack = new Map<string, number>();

  /** @param before with versions that may be dropped @param now what is left of them */
  count(before: readonly Run[], now: readonly Run[]): void {
    // An edition between two others leaves the same file on both sides of it.
    const left = new Set(now.map(placeOf));
    const gone = new Map(before.filter(run => !left.has(placeOf(run))).map(run => [placeOf(run), run]));
    for (const { version } of gone.values())
      if (version) this.#byPack.set(version.pack, (this.#byPack.get(version.pack) ?? 0) + version.bytes);
  }

  /** The pack with what was dropped of it in all. */
  of(pack: PackFile): PackFile {
    const dropped = (pack.dropped ?? 0) + (this.#byPack.get(pack.path) ?? 0);
    return dropped > 0 ? { ...pack, dropped } : pack;
  }
}

/** Packs to write anew. The last one stays: the number of the next pack follows from its name. */
export const sparsePacks = (packs: readonly PackFile[]): PackFile[] =>
  packs.slice(0, -1).filter(({ bytes, dropped = 0 }) => dropped > bytes * MOST_DROPPED);

export const isEmpty = ({ bytes, dropped = 0 }: PackFile): boolean => dropped >= bytes;

/** The packs with a damaged version: they stay, so that appends go on, and `npm run verify` tells of them. */
export function damagedPacks(
  histories: Iterable<readonly Run[]>,
  packs: ReadonlySet<string>,
  reader: PackReader,
): Set<string> {
  const damaged = new Set<string>();
  for (const runs of histories)
    for (const { version } of runs)
      if (version && packs.has(version.pack) && !damaged.has(version.pack) && !isSound(version, reader))
        damaged.add(version.pack);
  return damaged;
}

function isSound(version: ArchivedVersion, reader: PackReader): boolean {
  try {
    reader.piece(version);
    return true;
  } catch (error) {
    if (error instanceof ArchiveDamage) return false;
    throw error;
  }
}

/** The runs with versions in other packs. @param leaving the packs that go @returns the same array where none has to move */
export function movedRuns(
  runs: readonly Run[],
  leaving: ReadonlySet<string>,
  reader: PackReader,
  packs: PackWriter,
): readonly Run[] {
  if (!runs.some(({ version }) => version && leaving.has(version.pack))) return runs;
  const places = new Map<string, ArchivedVersion>();
  return runs.map(run => {
    const { version } = run;
    if (!version || !leaving.has(version.pack)) return run;
    const moved = places.get(placeOf(run)) ?? packs.move(version, reader.piece(version));
    places.set(placeOf(run), moved);
    return { ...run, version: moved };
  });
}
