import { compareNatural, naturalKey } from '../contract/natural-order.ts';
import { SOURCES, type SourceId, sourceOf, sourceOfIdentifier } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { partitionPoint } from '../formats/column.ts';
import { citedDocuments } from '../lists/cited-documents.ts';
import type { LevelTree } from '../lists/level-tree.ts';
import { documentSubject, levelSubject } from '../references/subjects.ts';
import type { Aliases } from '../state/aliases.ts';
import { TO } from '../state/written-reference.ts';

const PAGE = /^(\d+) (.+) (\d+)$/;

/** A range with more members, ends aside, is cited by its ends alone: it speaks of the whole. */
const MOST_MEMBERS = 100;

/** A part, and no double of one. */
const PART = /^p[^/~]+$/;

export const mayMeanSeveral = (written: string): boolean => written.includes(TO) || PAGE.test(written);

/** The first, then the others without repetition, sorted. */
function inOrder([first = '', ...others]: readonly string[]): [string, ...string[]] {
  return [first, ...new Set(others.filter(other => other !== first).sort())];
}

/** Looks up what written references mean in a corpus. */
export class Meanings {
  readonly #corpus: ReturnType<typeof citedDocuments>;
  readonly #levels: ReadonlyMap<string, string>;
  /** Levels by key, in this order. */
  readonly #sorted: readonly (readonly [key: string, identifier: string])[];
  readonly #aliases: Aliases;

  /** @param trees of levels, by source */
  constructor(catalogs: readonly SourceCatalog[], trees: ReadonlyMap<string, LevelTree>, aliases: Aliases) {
    const byId = new Map(catalogs.map(catalog => [catalog.source.id, catalog]));
    this.#corpus = citedDocuments(id => byId.get(id) as SourceCatalog);
    this.#aliases = aliases;
    this.#sorted = Array.from(trees.values(), ({ byIdentifier }) => [...byIdentifier.keys()])
      .flat()
      .map((identifier): [string, string] => [naturalKey(identifier), identifier])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    this.#levels = new Map(
      [...trees].flatMap(([id, { byIdentifier }]) =>
        Array.from(
          byIdentifier.keys(),
          name => [naturalKey(name), levelSubject(sourceOf(id as SourceId), name)] as const,
        ),
      ),
    );
  }

  /**
   * @returns the subject, or the identifier of what the corpus lacks; empty for an unknown page. Behind it, sorted, the others of a range
   * (its members, then its end), and the other documents that begin on a page
   */
  of(written: string): [string, ...string[]] {
    const [, volume = '', abbreviation, page = ''] = PAGE.exec(written) ?? [];
    if (abbreviation !== undefined) return inOrder(this.#onPage(volume, abbreviation, page));
    const candidates = written.split('\n').map(candidate => candidate.split(TO));
    for (const [from = '', to] of candidates) {
      const found = to === undefined ? this.#single(from) : this.#range(from, to);
      if (found.length > 0) return inOrder(found);
    }
    return inOrder(candidates[0] as string[]);
  }

  #onPage(volume: string, abbreviation: string, page: string): string[] {
    for (const source of SOURCES) {
      const journal = source.citation;
      if (journal?.by !== 'page' || journal.abbreviation !== abbreviation) continue;
      const found = this.#corpus.documentsOnPage({ source, journal, volume, page });
      if (found.length > 0) return found.map(({ identifier }) => documentSubject(source, identifier));
    }
    return [''];
  }

  #single(identifier: string): string[] {
    const subject = this.#subjectOf(identifier);
    return subject === null ? [] : [subject];
  }

  /** Both ends, and what the corpus has between them; nothing where it has none of these. */
  #range(from: string, to: string): string[] {
    const [first, last] = [this.#subjectOf(from), this.#subjectOf(to)];
    const members = this.#between(from, to);
    if (first === null && last === null && members.length === 0) return [];
    return [first ?? from, ...members, last ?? to];
  }

  #between(from: string, to: string): string[] {
    const source = sourceOfIdentifier(from);
    if (!source) return [];
    const sections = this.#corpus.sectionsBetween(from, to, MOST_MEMBERS);
    if (sections.length > 0) return sections.map(identifier => documentSubject(source, identifier));
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    const [low, high] = [naturalKey(from), naturalKey(to)];
    const members: string[] = [];
    for (let i = this.#levelFrom(low); i < this.#sorted.length; i++) {
      const [key, identifier] = this.#sorted[i] as [string, string];
      if (key >= high) break;
      const isBeside = identifier.startsWith(folder) && PART.test(identifier.slice(folder.length));
      if (key === low || !isBeside) continue;
      if (members.push(levelSubject(source, identifier)) > MOST_MEMBERS) return [];
    }
    return members;
  }

  #levelFrom(key: string): number {
    return partitionPoint(this.#sorted.length, i => (this.#sorted[i] as [string, string])[0] < key);
  }

  #subjectOf(identifier: string): string | null {
    const source = sourceOfIdentifier(identifier);
    if (!source) return null;
    const [document] = this.#corpus.documents(identifier);
    if (document) return documentSubject(source, document.identifier);
    const level = this.#levels.get(naturalKey(identifier));
    if (level !== undefined) return level;
    const owners = this.#aliases.claiming(identifier).map(owner => owner.identifier);
    const [own] = owners.sort(compareNatural);
    return own === undefined ? null : documentSubject(source, own);
  }
}
