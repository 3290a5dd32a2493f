import { compareNatural, naturalKey } from '../contract/natural-order.ts';
import { SOURCES, type Source, sourceOfIdentifier } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { citedDocuments } from '../lists/cited-documents.ts';
import { documentSubject, levelSubject } from '../references/subjects.ts';
import type { Aliases } from '../state/aliases.ts';
import type { LevelTrees } from './level-trees.ts';

const PAGE = /^(\d+) (.+) (\d+)$/;

/** Looks up what written references mean in a corpus. */
export class Meanings {
  readonly #corpus: ReturnType<typeof citedDocuments>;
  readonly #trees: LevelTrees;
  /** By source: subjects of levels by the keys of their identifiers. */
  readonly #levels = new Map<Source, ReadonlyMap<string, string>>();
  readonly #aliases: Aliases;

  constructor(catalogs: readonly SourceCatalog[], trees: LevelTrees, aliases: Aliases) {
    const byId = new Map(catalogs.map(catalog => [catalog.source.id, catalog]));
    this.#corpus = citedDocuments(id => byId.get(id) as SourceCatalog);
    this.#aliases = aliases;
    this.#trees = trees;
  }

  /** @returns the subject; the identifier of what the corpus lacks; empty for an unknown page */
  of(written: string): string {
    const [, volume = '', abbreviation, page = ''] = PAGE.exec(written) ?? [];
    if (abbreviation !== undefined) return this.#onPage(volume, abbreviation, page);
    const candidates = written.split('\n');
    for (const identifier of candidates) {
      const found = this.#subjectOf(identifier);
      if (found !== null) return found;
    }
    return candidates[0] as string;
  }

  #onPage(volume: string, abbreviation: string, page: string): string {
    for (const source of SOURCES) {
      const journal = source.citation;
      if (journal?.by !== 'page' || journal.abbreviation !== abbreviation) continue;
      const [first] = this.#corpus.documentsOnPage({ source, journal, volume, page });
      if (first) return documentSubject(source, first.identifier);
    }
    return '';
  }

  #subjectOf(identifier: string): string | null {
    const source = sourceOfIdentifier(identifier);
    if (!source) return null;
    const [document] = this.#corpus.documents(identifier);
    if (document) return documentSubject(source, document.identifier);
    const level = this.#levelsOf(source).get(naturalKey(identifier));
    if (level !== undefined) return level;
    const owners = this.#aliases.claiming(identifier).map(owner => owner.identifier);
    const [own] = owners.sort(compareNatural);
    return own === undefined ? null : documentSubject(source, own);
  }
  #levelsOf(source: Source): ReadonlyMap<string, string> {
    const known = this.#levels.get(source);
    if (known) return known;
    const names = this.#trees.of(source)?.byIdentifier.keys() ?? [];
    const levels = new Map(Array.from(names, name => [naturalKey(name), levelSubject(source, name)]));
    this.#levels.set(source, levels);
    return levels;
  }
}
