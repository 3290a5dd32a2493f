import { letGo } from '../common/garbage.ts';
import type { Entry } from '../files/entry.ts';
import type { PartChanges } from '../files/manifest/patch.ts';
import type { ManifestWriter } from '../files/manifest/write.ts';
import type { Kind, PublishedFiles } from '../previous/published-files.ts';

/** The parts of the manifest of a coming tree: each is told to what is published and to the manifest alike. */
export class TreeParts {
  readonly published: PublishedFiles;
  readonly #manifest: ManifestWriter;

  constructor(published: PublishedFiles, manifest: ManifestWriter) {
    this.published = published;
    this.#manifest = manifest;
  }

  /** A part that lists what the published one lists. */
  keep(part: string): void {
    this.published.keep(part);
    this.#manifest.keepPart(part);
  }

  /** @param entries all that the part lists */
  make(part: string, kind: Kind, entries: readonly Entry[]): void {
    this.published.compare(part, kind, entries);
    this.#manifest.stagePart(part, entries);
  }

  /** A part that differs from the published one in these files. @returns false where nothing published is to be relied on */
  patch(part: string, kind: Kind, changes: () => PartChanges): boolean {
    const bytes = this.#patch(part, kind, changes);
    if (bytes === null) return false;
    letGo(bytes);
    return true;
  }

  /** @returns how many bytes of the published part were held for it; null where nothing published is to be relied on */
  #patch(part: string, kind: Kind, changes: () => PartChanges): number | null {
    const text = this.published.textOf(part);
    if (!text) return null;
    const made = changes();
    this.published.compareChanges(part, kind, text, made);
    this.#manifest.patchPart(part, text, made);
    return text.bytes;
  }
}
