import { letGo } from '../common/garbage.ts';
import { type Entry, fingerprintOf } from '../files/entry.ts';
import type { PartChanges, PartText } from '../files/manifest/patch.ts';
import { readPart } from '../files/manifest/read.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import type { ManifestWriter } from '../files/manifest/write.ts';
import type { Output, StagingWriter } from '../files/staging.ts';
import type { Kind, PublishedFiles } from '../previous/published-files.ts';

interface Restaging {
  isTouched(path: string): boolean;
  outputs(): Iterable<Output>;
  writer: StagingWriter;
}

/** Parts of the new tree's manifest. Each is compared with the published tree and written to the manifest. */
export class TreeParts {
  readonly published: PublishedFiles;
  readonly #manifest: ManifestWriter;

  constructor(published: PublishedFiles, manifest: ManifestWriter) {
    this.published = published;
    this.#manifest = manifest;
  }

  keep(part: string): void {
    this.published.keep(part);
    this.#manifest.keepPart(part);
  }

  /** Makes a part. @param entries all its files */
  make(part: string, kind: Kind, entries: readonly Entry[]): void {
    this.published.compare(part, kind, entries);
    this.#manifest.stagePart(part, entries);
  }

  /** Names of the parts that were kept or made. */
  get names(): string[] {
    return this.#manifest.names;
  }

  /** Whether a part that was kept or made lists what the published one does. */
  isSame(part: string): boolean {
    const published = this.published.partOf(part);
    return published !== null && published.sha256 === this.#manifest.digestOf(part);
  }

  /** A part that was kept or made, and the folder that has it; null where there is none. @param tree the published tree */
  placed(part: string, tree: string): PlacedPart | null {
    return this.#manifest.placed(part, tree);
  }

  /** The files of a part that was kept or made. @param tree the published tree */
  entries(part: string, tree: string): Iterable<Entry> {
    const placed = this.placed(part, tree);
    return placed ? readPart(placed.folder, placed.part) : [];
  }

  /** Makes a part, and stages those of its files that differ from the published ones. @param outputs all its files */
  stage(part: string, kind: Kind, outputs: Iterable<Output>, writer: StagingWriter): void {
    const known = new Map<string, string>();
    if (this.published.partOf(part))
      for (const entry of this.published.entries(part)) known.set(entry.path, fingerprintOf(entry));
    const entries = Array.from(outputs, output => writer.write(output, known.get(output.path)));
    this.make(part, kind, entries);
    letGo(entries.reduce((sum, { bytes }) => sum + bytes, 0));
  }

  /**
   * Makes a part from the published one: the files that concern changed subjects are made anew, those that differ are staged.
   *
   * @param isTouched whether a file concerns one of them @param outputs all their files
   * @returns false where the published part is missing or not trusted
   */
  restage(part: string, kind: Kind, { isTouched, outputs, writer }: Restaging): boolean {
    return this.patch(part, kind, published => {
      const changes = new Map<string, Entry | null>();
      const known = new Map<string, string>();
      for (const entry of published.entriesOf(isTouched)) {
        changes.set(entry.path, null);
        known.set(entry.path, fingerprintOf(entry));
      }
      for (const output of outputs()) changes.set(output.path, writer.write(output, known.get(output.path)));
      return changes;
    });
  }

  /** Makes a part from the published one and these changes of it. @returns false where the published part is missing or not trusted */
  patch(part: string, kind: Kind, changes: (published: PartText) => PartChanges): boolean {
    const bytes = this.#patch(part, kind, changes);
    if (bytes === null) return false;
    letGo(bytes);
    return true;
  }

  /** @returns how many bytes of the published part were held; null where it is missing or not trusted */
  #patch(part: string, kind: Kind, changes: (published: PartText) => PartChanges): number | null {
    const text = this.published.textOf(part);
    if (!text) return null;
    const made = changes(text);
    this.published.compareChanges(part, kind, text, made);
    this.#manifest.patchPart(part, text, made);
    return text.bytes;
  }
}
