import { hash } from 'node:crypto';
import { type PartEntry, readIndex, readNamed, readRoot } from './archive.ts';
import { compareEditions, type Run } from './history.ts';
import { ArchiveDamage, PackReader } from './packs.ts';
import { textDigest } from './text-digest.ts';

export interface ArchiveCheck {
  packs: number;
  /** Documents with a history, and all their versions. */
  documents: number;
  versions: number;
  /** Bytes of the packs and of the corpus files in them. */
  bytes: number;
  unpacked: number;
  /** What is wrong, a sentence each. */
  problems: string[];
}

/** Reads all of an archive, and compares it with what it says of itself. @throws ArchiveDamage where its root cannot be read */
export function verifyArchive(folder: string): ArchiveCheck {
  const root = readRoot(folder);
  const check: ArchiveCheck = {
    ...{ packs: root.packs.length, documents: 0, versions: 0, bytes: 0, unpacked: 0 },
    problems: [],
  };
  for (const { path, bytes, sha256 } of root.packs)
    noting(check, () => {
      const content = readNamed(folder, path);
      check.bytes += content.length;
      if (content.length !== bytes || hash('sha256', content) !== sha256)
        throw new ArchiveDamage(`${path} is not as it was written`);
    });
  const reader = new PackReader(folder);
  try {
    for (const part of root.parts) noting(check, () => checkPart(folder, part, reader, check));
  } finally {
    reader.close();
  }
  return check;
}

function checkPart(folder: string, part: PartEntry, reader: PackReader, check: ArchiveCheck): void {
  for (const [identifier, runs] of readIndex(folder, part).documents) {
    check.documents += 1;
    if (!isInOrder(runs)) check.problems.push(`${identifier}: its versions are not in order`);
    for (const { version } of runs) {
      if (!version) continue;
      noting(check, () => {
        const content = reader.read(version);
        check.unpacked += content.length;
        if (textDigest(content) !== version.text)
          throw new ArchiveDamage(`${identifier}: ${version.sha256} is not the text ${version.text}`);
      });
      check.versions += 1;
    }
  }
}

function noting({ problems }: ArchiveCheck, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error;
    problems.push(error.message);
  }
}

const isInOrder = (runs: readonly Run[]): boolean =>
  runs.every(({ first, last, version }, i) => {
    const before = runs[i - 1];
    if (compareEditions(first, last) > 0) return false;
    return before
      ? compareEditions(before.last, first) <= 0 && before.version?.text !== version?.text
      : version !== null || runs.length > 1;
  });
