import { type Source, sourceOf } from '../contract/sources.ts';
import { columnFields, LEVELS_COLUMN, PAGES_COLUMN } from '../formats/catalog.ts';
import type { DocumentState } from '../state/document.ts';
import type { References } from '../state/references.ts';
import type { WrittenReference } from '../state/written-reference.ts';
import { scopeOf, scopesOf } from './scopes.ts';
import { documentSubject } from './subjects.ts';

/** Notes what changes of documents mean for references. */
export class ReferenceChanges {
  readonly #store: References;
  readonly #isAfresh: boolean;
  /** Subjects whose pages may be other than before; complete when references are staged. All sets are empty where everything is made anew. */
  readonly touched = new Set<string>();
  /** Subjects that cite other things than before. */
  readonly edited = new Set<string>();
  /** Subjects that others may show with another title or day. */
  readonly restated = new Set<string>();
  /** Scopes in which written references may have another meaning. */
  readonly scopes = new Set<string>();
  /** The file that has given each subject its references in this build. */
  readonly #files = new Map<string, string>();

  constructor(store: References, isAfresh: boolean) {
    this.#store = store;
    this.#isAfresh = isAfresh;
  }

  /** @param before the earlier document of this path; null where there was none @param isRestated whether lists show it otherwise */
  enter(
    document: DocumentState,
    references: readonly WrittenReference[],
    before: DocumentState | null,
    isRestated: boolean,
  ): void {
    const source = sourceOf(document.file.source);
    if (before && before.identifier !== document.identifier) this.remove(before);
    const subject = documentSubject(source, document.identifier);
    this.replace(subject, references);
    if (this.#isAfresh) return;
    this.#files.set(subject, document.file.path);
    if (isRestated) this.restated.add(subject);
    if (!before || namesOf(source, before) !== namesOf(source, document))
      for (const each of before ? [before, document] : [document]) this.#addScopes(source, each);
  }

  remove(document: DocumentState): void {
    const source = sourceOf(document.file.source);
    const subject = documentSubject(source, document.identifier);
    const { path } = document.file;
    // Files may have changed places: another one may have this document now.
    if ((this.#files.get(subject) ?? path) === path) this.replace(subject, []);
    if (this.#isAfresh) return;
    this.touched.add(subject);
    this.#addScopes(source, document);
  }

  /** Sets what a subject cites. */
  replace(subject: string, references: readonly WrittenReference[]): void {
    if (!this.#isAfresh) {
      const known = this.#store.writtenIn(subject);
      if (textOf(known) === textOf(references)) return;
      this.edited.add(subject);
      this.touched.add(subject);
      for (const { other } of this.#store.citedBy([subject]).get(subject) ?? []) this.touched.add(other);
    }
    // Where all is made anew a subject has none yet: documents of one identifier are all removed before one is entered again.
    if (!this.#isAfresh || references.length === 0) this.#store.remove(subject);
    this.#store.put(subject, references, scopeOf);
  }

  #addScopes(source: Source, { identifier, aliases, values }: DocumentState): void {
    for (const scope of scopesOf(source, [identifier, ...aliases], values)) this.scopes.add(scope);
  }
}

/** All by which a document is found: its names, its pages, its levels, its number in an act of an appendix. */
const namesOf = (source: Source, { identifier, aliases, values }: DocumentState): string =>
  JSON.stringify([
    ...[identifier, aliases],
    ...[PAGES_COLUMN, LEVELS_COLUMN, 'section_number'].map(
      field => values[columnFields(source).indexOf(field)],
    ),
  ]);

const textOf = (references: readonly WrittenReference[]): string =>
  references
    .map(({ written, place, count, pinpoints }) => JSON.stringify([written, place, count, pinpoints]))
    .sort()
    .join('\n');
