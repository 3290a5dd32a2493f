import { officialTitle } from '../../contract/document-levels.ts';
import { sourceOf } from '../../contract/sources.ts';
import { daysIn, inOrder } from '../dates.ts';
import type { Edition, Frontmatter, Head, Level, Outline, SchemaReader } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';
import { segmentOf } from './appendix.ts';
import type { CfrForm, FileFacts, Statement } from './form.ts';
import { fieldsOf, foldersOf, hierarchyOf, levelFolders } from './hierarchy.ts';
import { isReserved, LEVELS, type Named, numberAndName, slugOf } from './levels.ts';
import { pagesOfCredits } from './statements.ts';
import { appendixUnit, sectionUnit } from './unit-names.ts';

/** The facts that a unit inherits from its levels. */
interface Surroundings {
  folders: string[];
  fields: Frontmatter;
  hierarchy: ReturnType<typeof hierarchyOf>;
  authority: string | null;
  source: string | null;
}

/** Reads one title, or a part of one by itself. */
export class Title implements SchemaReader {
  readonly #form: CfrForm;
  readonly #facts: FileFacts;
  /** Levels above the file's root, with the title if the file lacks it. */
  readonly #above: Named[];
  readonly #named = new WeakMap<Level, Named>();
  readonly #known = new WeakMap<Level, Surroundings>();
  /** How often an identifier was given. */
  readonly #given = new Map<string, number>();

  constructor(head: Head, form: CfrForm) {
    this.#form = form;
    this.#facts = form.factsOf(head);
    this.#above = this.#facts.above ? this.#levelsAbove(this.#facts.above) : [];
  }

  edition(): Edition {
    return this.#facts.edition;
  }

  unit(node: XmlNode, kind: string, levels: readonly Level[]): Outline {
    const { number, heading } = this.#form.namesOf(node);
    const credits = this.#form.creditsOf(node);
    const amended = inOrder(credits.flatMap(daysIn));
    const own = (name: Statement) => this.#form.statementOf(node.children, name);
    let chain = this.#chain(levels);
    const named =
      kind === 'section'
        ? sectionUnit(this.#titleIdentifier, number, heading)
        : appendixUnit(this.#titleIdentifier, heading || number, chain);
    if (levels.length === 0) chain = this.#withPart(chain, named.number);
    const identifier = this.#unique(named.identifier, '~');
    const { folders, fields, authority, source, hierarchy } = this.#surroundings(levels, chain);
    const frontmatter: Frontmatter = {
      identifier,
      source: 'ecfr',
      legal_status: this.#form.legalStatus,
      title: [`${this.#facts.title} CFR ${named.citation}`, named.name].filter(text => text).join(' - '),
      title_number: this.#facts.title,
      title_name: chain[0]?.name ?? this.#titleName,
      section_number: named.number,
      section_name: named.name,
      granularity: kind === 'section' ? null : kind,
      ...fields,
      status: isReserved(heading) ? 'reserved' : null,
      positive_law: false,
      currency: this.#facts.edition.day || null,
      last_updated: amended.at(-1) ?? this.#facts.amended ?? this.#facts.day,
      authority: own('authority') ?? authority,
      regulatory_source: own('source') ?? source,
      source_credit: credits.join(' ') || null,
      credits: pagesOfCredits(credits),
      amendment_dates: amended,
      aliases: named.aliases,
      hierarchy,
    };
    this.#form.prepare(node.children);
    return { identifier, path: [...folders, named.file], frontmatter };
  }

  /** @returns null for a level without number, name and text */
  level(level: Level, parents: readonly Level[]): Outline | null {
    const chain = this.#chain([...parents, level]);
    const { number, name, identifier, isReserved: reserved } = chain.at(-1)!;
    if (number === null && name === null && !level.hasText) return null;
    const { amended, day, shelf } = this.#facts;
    const frontmatter: Frontmatter = {
      identifier,
      source: 'ecfr',
      level: level.level,
      number,
      name,
      position: number === null ? this.positionOf(level) : null,
      status: reserved ? 'reserved' : null,
      has_text: level.hasText,
      currency: this.#facts.edition.day || null,
      ...(level.level === 'title' ? { last_amended: amended, up_to_date_as_of: day } : {}),
      authority: this.#form.statementOf(level.own, 'authority'),
      regulatory_source: this.#form.statementOf(level.own, 'source'),
      hierarchy: hierarchyOf(chain.slice(0, -1)),
    };
    this.#form.prepare(level.own);
    return { identifier: identifier ?? '', path: [...shelf, ...levelFolders(chain), '_level'], frontmatter };
  }

  /** The position of a level without a number among all levels of the same level; null where the file may lack some of them. */
  protected positionOf({ position }: Level): number | null {
    return position;
  }

  /** The same for all units of a level: its authority and source precede the units. */
  #surroundings(levels: readonly Level[], chain: readonly Named[]): Surroundings {
    const inner = levels.at(-1);
    const known = inner && this.#known.get(inner);
    if (known) return known;
    const statement = (name: Statement) =>
      levels
        .toReversed()
        .map(({ own }) => this.#form.statementOf(own, name))
        .find(text => text !== null) ?? null;
    const surroundings = {
      ...{ folders: foldersOf(chain), fields: fieldsOf(chain), hierarchy: hierarchyOf(chain) },
      ...{ authority: statement('authority'), source: statement('source') },
    };
    if (inner) this.#known.set(inner, surroundings);
    return surroundings;
  }

  get #titleName(): string | null {
    return this.#facts.titleName ?? officialTitle(sourceOf('ecfr'), this.#facts.title)?.name ?? null;
  }

  get #titleIdentifier(): string {
    return `/us/cfr/t${this.#facts.title}`;
  }

  #levelsAbove(above: NonNullable<FileFacts['above']>): Named[] {
    const isReservedLevel = { isReserved: false };
    const named: Named[] = [
      {
        ...{ level: 'title', number: String(this.#facts.title), name: this.#titleName },
        ...{ identifier: this.#titleIdentifier, ...isReservedLevel },
      },
    ];
    for (const { level, number, name } of above) {
      const one = { level, number, name, ...isReservedLevel };
      named.push({ ...one, identifier: this.#identifier(one, named) });
    }
    return named;
  }

  /** A section by itself has its part in its number, an appendix in its heading. */
  #withPart(chain: Named[], number: string): Named[] {
    if (chain.some(({ level }) => level === 'part')) return chain;
    const part = /^([\w-]+)\.|\bPart (\d[\w-]*)/
      .exec(number)
      ?.slice(1)
      .find(found => found !== undefined);
    if (part === undefined) return chain;
    const one = { level: 'part', number: part, name: null, isReserved: false };
    return [...chain, { ...one, identifier: this.#identifier(one, chain) }];
  }

  #chain(levels: readonly Level[]): Named[] {
    const chain = [...this.#above];
    for (const level of levels) {
      let named = this.#named.get(level);
      if (named === undefined) {
        const own = numberAndName(level, this.#form.headingOf(level));
        const isTitle = own.level === 'title';
        const one = isTitle
          ? { ...own, number: String(this.#facts.title), name: this.#nameOfTitle(own.name) }
          : own;
        named = { ...one, identifier: this.#identifier(one, chain) };
        this.#named.set(level, named);
      }
      chain.push(named);
    }
    return chain;
  }

  /** The heading names the volume, too. The header of a file may have a former name of the title. */
  #nameOfTitle(heading: string | null): string | null {
    return heading?.replace(/\s*--\s*Volume.*$/i, '') || this.#titleName;
  }

  #identifier({ level, number, name }: Omit<Named, 'identifier'>, above: readonly Named[]): string | null {
    const kind = Object.values(LEVELS).find(entry => entry.level === level);
    if (level === 'title') return this.#titleIdentifier;
    // A part has its address from the title alone.
    const base =
      level === 'part'
        ? this.#titleIdentifier
        : above.findLast(({ identifier }) => identifier !== null)?.identifier;
    if (level === 'subject_group') {
      const slug = slugOf(name ?? '');
      return slug === '' ? null : this.#unique(`${base}/sg-${slug}`, '-');
    }
    return kind === undefined || number === null ? null : `${base}/${kind.segment}${segmentOf(number)}`;
  }

  #unique(identifier: string, sign: string): string {
    const count = (this.#given.get(identifier) ?? 0) + 1;
    this.#given.set(identifier, count);
    return count === 1 ? identifier : `${identifier}${sign}${count}`;
  }
}
