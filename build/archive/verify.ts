import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type PartEntry, readRoot } from './archive.ts';
import { compareEditions } from './edition-order.ts';
import { piecesOf } from './file-lines.ts';
import type { Run } from './history.ts';
import { IndexFile, openNamed } from './index-file.ts';
import { ArchiveDamage, type PackFile, PackReader } from './packs.ts';
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
  for (const pack of root.packs) noting(check, () => checkPack(folder, pack, check));
  const reader = new PackReader(folder);
  try {
    for (const part of root.parts) noting(check, () => checkPart(folder, part, reader, check));
  } finally {
    reader.close();
  }
  return check;
}

function checkPack(folder: string, pack: PackFile, check: ArchiveCheck): void {
  const handle = openNamed(folder, pack);
  try {
    const digest = createHash('sha256');
    for (const piece of piecesOf(handle)) digest.update(piece);
    check.bytes += pack.bytes;
    if (digest.digest('hex') !== pack.sha256)
      throw new ArchiveDamage(`${pack.path} is not as it was written`);
  } finally {
    fs.closeSync(handle);
  }
}

function checkPart(folder: string, part: PartEntry, reader: PackReader, check: ArchiveCheck): void {
  for (const { identifier, runs } of new IndexFile(folder, part)) {
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
