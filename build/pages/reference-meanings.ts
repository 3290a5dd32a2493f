import { compareNatural, naturalKey } from '../contract/natural-order.ts';
import { SOURCES, type Source, sourceOfIdentifier } from '../contract/sources.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { partitionPoint } from '../formats/column.ts';
import { citedDocuments } from '../lists/cited-documents.ts';
import { documentSubject, levelSubject } from '../references/subjects.ts';
import type { Aliases } from '../state/aliases.ts';
import { TO } from '../state/written-reference.ts';
import type { LevelTrees } from './level-trees.ts';

const PAGE = /^(\d+) (.+) (\d+)$/;

/** A range with more members, ends aside, is cited by its ends alone: it speaks of the whole. */
const MOST_MEMBERS = 100;

/** A part. */
const PART = /^p[^/]+$/;

/** What is no section of a title may be a level, whose number others may have. */
const MAY_BE_LEVEL = /\/t[^/\n]+\/(?:[^/\n]+\/)*(?!s\d)[^/\n]+$/m;

/** Marks a level, or one above it, whose number another one has: `ch3~2`. */
const DOUBLE = /~\d+(?=\/|$)/g;

export const mayMeanSeveral = (written: string): boolean =>
  written.includes(TO) || PAGE.test(written) || MAY_BE_LEVEL.test(written);

/** The first, then the others without repetition, sorted. */
function inOrder([first = '', ...others]: readonly string[]): [string, ...string[]] {
  return [first, ...new Set(others.filter(other => other !== first).sort())];
}

/** Levels of a source. */
interface Levels {
  /** Subjects by the keys of identifiers. */
  byKey: ReadonlyMap<string, string>;
  /** By the key of its number alone: subjects of `ch3~2`, `ch3~3`, and of what is in them. */
  doubles: ReadonlyMap<string, readonly string[]>;
  /** In the order of these keys. */
  sorted: readonly (readonly [key: string, identifier: string])[];
}

/** Looks up what written references mean in a corpus. */
export class Meanings {
  readonly #corpus: ReturnType<typeof citedDocuments>;
  readonly #trees: LevelTrees;
  readonly #levels = new Map<Source, Levels>();
  readonly #aliases: Aliases;

  constructor(catalogs: readonly SourceCatalog[], trees: LevelTrees, aliases: Aliases) {
    const byId = new Map(catalogs.map(catalog => [catalog.source.id, catalog]));
    this.#corpus = citedDocuments(id => byId.get(id) as SourceCatalog);
    this.#aliases = aliases;
    this.#trees = trees;
  }

  /**
   * @returns the subject, or the identifier of what the corpus lacks; empty for an unknown page, and for a range without its beginning. Behind it, sorted, the others of a range
   * (its members, then its end), the other documents that begin on a page, and the other levels with a number: nothing tells which of them is meant
   */
  of(written: string): [string, ...string[]] {
    const [, volume = '', abbreviation, page = ''] = PAGE.exec(written) ?? [];
    if (abbreviation !== undefined) return inOrder(this.#onPage(volume, abbreviation, page));
    const candidates = written.split('\n').map(candidate => candidate.split(TO));
    for (const [from = '', to, behind] of candidates) {
      const [first, others] = to === undefined ? [this.#subjectsOf(from), []] : this.#range(from, to);
      if (first.length + others.length > 0)
        return inOrder(behind === undefined ? [...first, ...others] : ['', ...others]);
    }
    const [[from = '', to = from, behind] = []] = candidates;
    return inOrder([behind === undefined ? from : '', to]);
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

  /** The beginning, and what the corpus has behind it up to the end; nothing where it has none of these. */
  #range(from: string, to: string): [first: string[], others: string[]] {
    const [first, last] = [this.#subjectsOf(from), this.#subjectsOf(to)];
    const members = this.#between(from, to);
    if (first.length + last.length + members.length === 0) return [[], []];
    const others = [...members, ...(last.length > 0 ? last : [to])].filter(other => !first.includes(other));
    return [first.length > 0 ? first : [from], others];
  }

  #between(from: string, to: string): string[] {
    const source = sourceOfIdentifier(from);
    if (!source) return [];
    const sections = this.#corpus.sectionsBetween(from, to, MOST_MEMBERS);
    if (sections.length > 0) return sections.map(identifier => documentSubject(source, identifier));
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    const [low, high] = [naturalKey(from), naturalKey(to)];
    const { sorted } = this.#levelsOf(source);
    const start = partitionPoint(sorted.length, i => (sorted[i] as [string, string])[0] < low);
    const members: string[] = [];
    for (let i = start; i < sorted.length; i++) {
      const [key, identifier] = sorted[i] as [string, string];
      if (key >= high) break;
      const isBeside = identifier.startsWith(folder) && PART.test(identifier.slice(folder.length));
      if (key === low || !isBeside) continue;
      if (members.push(levelSubject(source, identifier)) > MOST_MEMBERS) return [];
    }
    return members;
  }

  /** One, but for levels that have one number. */
  #subjectsOf(identifier: string): string[] {
    const source = sourceOfIdentifier(identifier);
    if (!source) return [];
    const [document] = this.#corpus.identifiers(identifier);
    if (document !== undefined) return [documentSubject(source, document)];
    const { byKey, doubles } = this.#levelsOf(source);
    const key = naturalKey(identifier);
    const level = byKey.get(key);
    const levels = [...(level === undefined ? [] : [level]), ...(doubles.get(key) ?? [])];
    if (levels.length > 0) return levels;
    const owners = this.#aliases.claiming(identifier).map(owner => owner.identifier);
    const [own] = owners.sort(compareNatural);
    return own === undefined ? [] : [documentSubject(source, own)];
  }

  #levelsOf(source: Source): Levels {
    const known = this.#levels.get(source);
    if (known) return known;
    const names = this.#trees.of(source)?.byIdentifier.keys() ?? [];
    const sorted = Array.from(names, (name): [string, string] => [naturalKey(name), name]).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const byKey = new Map(sorted.map(([key, name]) => [key, levelSubject(source, name)]));
    const doubles = new Map<string, string[]>();
    for (const [, name] of sorted) {
      const plain = name.replace(DOUBLE, '');
      if (plain === name) continue;
      const alike = doubles.get(naturalKey(plain)) ?? [];
      alike.push(levelSubject(source, name));
      doubles.set(naturalKey(plain), alike);
    }
    const levels = { byKey, doubles, sorted };
    this.#levels.set(source, levels);
    return levels;
  }
}
