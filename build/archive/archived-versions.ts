import fs from 'node:fs';
import path from 'node:path';
import { versionOf } from '../common/file-version.ts';
import { identifierProblem } from '../contract/identifier.ts';
import type { ReadFile } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import { type DocumentSubject, type VersionItem, versionsFile } from '../contract/version.ts';
import { versionName } from '../contract/versions.ts';
import { subjectOfVersionFile, VERSION_FILE } from '../files/document-file.ts';
import { type ArchiveRoot, ROOT_FILE, readRoot } from './archive.ts';
import { compareEditions } from './edition-order.ts';
import { findInIndex } from './find-in-index.ts';
import type { ArchivedVersion, Run } from './history.ts';
import { partOfHistory } from './noted-documents.ts';
import { ArchiveDamage, PackReader } from './packs.ts';
import { readVersion, versionContent } from './version-content.ts';

/**
 * The files of former versions, made of an archive: those that `npm run build -- --versions archive` does not write. They have the bytes
 * that it would write. The archive may be replaced at any time.
 */
export class ArchivedVersions {
  readonly #folder: string;
  readonly #packs: PackReader;
  #root: ArchiveRoot = { packs: [], parts: [] };
  #rootVersion = '';

  /** @param folder of the archive */
  constructor(folder: string) {
    this.#folder = folder;
    this.#packs = new PackReader(folder);
  }

  /**
   * @param file relative to the tree, such as `api/usc/documents/t17/s106/versions/2018-04-11.md` @param read reads files of the tree
   * @returns null where the document has no former version of this name
   * @throws ArchiveDamage where the list of the tree names it, and the archive does not have it
   */
  async content(file: string, read: ReadFile): Promise<Buffer | null> {
    const [, , , name, ending] = VERSION_FILE.exec(file) ?? [];
    const subject = subjectOfVersionFile(file);
    if (!subject || name === undefined) return null;
    // No document has such an identifier, nor a list.
    if (identifierProblem(subject.source, subject.identifier) !== null) return null;
    const list = await read(versionsFile(subject));
    const items = list === null ? [] : (JSON.parse(list) as { data: VersionItem[] }).data;
    const item = items.find(each => versionName(each) === name);
    if (!item) return null;
    const document = readVersion(subject, await this.#bytesOf(subject, item), item.from);
    const { json, markdown } = versionContent(subject, document, item);
    return ending === '.md' ? markdown : Buffer.from(json);
  }

  close(): void {
    this.#packs.close();
  }

  async #bytesOf(subject: DocumentSubject, item: VersionItem): Promise<Buffer> {
    this.#refresh();
    try {
      return this.#packs.read(await this.#find(subject, item));
    } catch (error) {
      // Another process may have replaced the archive's files meanwhile.
      if (!(error instanceof ArchiveDamage) || !this.#refresh()) throw error;
      return this.#packs.read(await this.#find(subject, item));
    }
  }

  /** The archive may have gone on since: the text tells which version it is, and neither its place nor its first day. */
  async #find(
    subject: DocumentSubject,
    { from, edition, text_digest }: VersionItem,
  ): Promise<ArchivedVersion> {
    const runs = await this.#historyOf(subject);
    const same = runs.filter(({ version }) => text_digest && version?.text.startsWith(text_digest));
    const key = { day: from, edition };
    const run = same.findLast(({ first }) => compareEditions(first, key) <= 0) ?? same[0];
    if (run?.version) return run.version;
    throw new ArchiveDamage(`the archive no longer has ${subject.identifier} of ${from}, ${edition}`);
  }

  async #historyOf({ source, identifier }: DocumentSubject): Promise<readonly Run[]> {
    const name = partOfHistory(sourceOf(source.id), identifier);
    const entry = this.#root.parts.find(part => part.name === name);
    if (!entry) throw new ArchiveDamage(`the archive has no part ${name}`);
    return findInIndex(this.#folder, entry, identifier);
  }

  /** Reads the root where it was replaced. @returns whether it was */
  #refresh(): boolean {
    const stat = fs.statSync(path.join(this.#folder, ROOT_FILE), { throwIfNoEntry: false });
    if (!stat) throw new ArchiveDamage(`there is no archive ${this.#folder}`);
    const version = versionOf(stat);
    if (version === this.#rootVersion) return false;
    this.#root = readRoot(this.#folder);
    this.#rootVersion = version;
    // Handles of packs that are gone would keep their room on the disk.
    this.#packs.close();
    return true;
  }
}
