import type { Amendment } from '../contract/citations/amendment.ts';
import { Instructions } from '../contract/citations/instructions.ts';
import { markdownWords } from '../contract/citations/markdown-words.ts';
import { type Home, provisionsIn } from '../contract/citations/provisions.ts';
import type { Found } from '../contract/citations/readings.ts';
import { unitsAndLawsIn } from '../contract/citations/units-and-laws.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { isDated } from '../contract/levels.ts';
import { naturalKey } from '../contract/natural-order.ts';
import { type CitingPlace, MOST_PINPOINTS } from '../contract/reference.ts';
import {
  type CfrReference,
  type Metadata,
  type Source,
  type SourceId,
  sourceOf,
} from '../contract/sources.ts';
import { TO, type WrittenReference } from '../state/written-reference.ts';
import { rangeBehind, rangeOfLink } from './link-ranges.ts';
import { type Behind, HTML_LINKS, type Link, MARKDOWN_LINKS, withoutLinks } from './links.ts';
import { passagesOf } from './passages.ts';
import { cut } from './units.ts';

/** What a document cites as it is written there; what it means depends on the corpus. */

/** More references of one document are a slip. */
const MOST_REFERENCES = 20_000;

class References {
  readonly #known = new Map<string, { -readonly [Name in keyof WrittenReference]: WrittenReference[Name] }>();

  /** Adds a citation; of several paragraphs, one of each. */
  add(written: string, place: CitingPlace, ...pinpoints: (readonly string[])[]): void {
    // No identifier has this character, at which SQLite ends a text.
    if (written.includes('\0')) return;
    const key = `${place} ${written}`;
    let known = this.#known.get(key);
    if (!known) {
      if (this.#known.size >= MOST_REFERENCES) return;
      known = { written, place, count: 0, pinpoints: [] };
      this.#known.set(key, known);
    }
    known.count += Math.max(1, pinpoints.length);
    for (const pinpoint of pinpoints) {
      if (pinpoint.length === 0 || known.pinpoints.length >= MOST_PINPOINTS) continue;
      const isNamed = (other: readonly string[]): boolean => other.join('\n') === pinpoint.join('\n');
      if (!known.pinpoints.some(isNamed)) known.pinpoints = [...known.pinpoints, pinpoint];
    }
  }

  all(): WrittenReference[] {
    return [...this.#known.values()];
  }
}

interface Citing {
  source: SourceId;
  identifier: string;
  body: string;
  metadata?: Metadata;
}

/**
 * Finds the references of a document or level. Links to identifiers are references. So are citations in other words, but for notes
 * and credits of a document with links, which has linked what it cites there.
 *
 * @param first the kind of text that has no label
 */
export function writtenReferences(
  { source: id, identifier, body, metadata = {} }: Citing,
  first: CitingPlace = 'text',
): WrittenReference[] {
  const source = sourceOf(id);
  const references = new References();
  const title = titleOf(source, identifier);
  const hasLinks = body.includes('](/us/') || body.includes('<a href="/us/');
  const instructions = isDated(source) ? new Instructions(metadata, body) : null;
  const linked: string[] = [];
  const recognised: [Found, CitingPlace][] = [];
  for (const { place, markdown } of passagesOf(body, first)) {
    const link = ({ identifier, words }: Link, behind: Behind | null): boolean => {
      const [unit, pinpoint] = cut(identifier);
      const range = behind && rangeBehind(unit, words, behind);
      const written = range ?? rangeOfLink(unit, words) ?? unit;
      references.add(written, place, pinpoint);
      linked.push(unit, ...written.split('\n'));
      return range !== null;
    };
    let rest = markdown;
    if (markdown.includes('](/us/')) rest = withoutLinks(rest, MARKDOWN_LINKS, link);
    if (markdown.includes('<a href="/us/')) rest = withoutLinks(rest, HTML_LINKS, link);
    if (hasLinks && place !== 'text' && place !== 'authority') continue;
    rest = instructions?.read(rest) ?? rest;
    if (!DIGIT.test(rest)) continue;
    for (const found of citationsOf(markdownWords(rest), title, place !== 'text'))
      recognised.push([found, place]);
  }
  const linkedKeys = new Set(recognised.length > 0 ? Array.from(new Set(linked), keyOf) : []);
  for (const [found, place] of recognised)
    for (const [all, pinpoint] of meanings(found)) {
      const written = linkedKeys.size > 0 ? besideLinks(all, linkedKeys) : all;
      // A paragraph is of the first section.
      if (written !== null) references.add(written, place, written === all ? pinpoint : []);
    }
  for (const reference of partsIn(metadata)) references.add(reference, 'amendment');
  for (const amendment of instructions?.amendments ?? []) addAmendment(references, amendment);
  return references.all();
}

/** Parts are among the references of the metadata. */
function addAmendment(
  references: References,
  { kind, identifier, identifierEnd, pinpoints }: Amendment,
): void {
  if (kind === 'part') return;
  const written = identifierEnd === null ? identifier : identifier + TO + identifierEnd;
  references.add(written, 'amendment', ...pinpoints);
}

const keyOf = (written: string): string => written.split(TO).map(naturalKey).join(TO);

/** What a citation means besides links: of a range whose beginning is linked the others; null where it is linked as it is. */
function besideLinks(written: string, linkedKeys: ReadonlySet<string>): string | null {
  const candidates = written.split('\n');
  if (candidates.some(one => linkedKeys.has(keyOf(one)))) return null;
  return candidates
    .map(one => (linkedKeys.has(keyOf(one.split(TO, 1)[0] as string)) ? one + TO : one))
    .join('\n');
}

function* partsIn({ cfr_references: references }: Metadata): Generator<string> {
  for (const { title, parts } of (references ?? []) as readonly CfrReference[])
    for (const part of parts) yield `/us/cfr/t${title}/p${part}`;
}

/** What every citation has. */
const DIGIT = /\d/;

const QUOTED = /^[\s>*_-]*["“]/;

/** Numbers in quotations belong to the law that is quoted. @param isNote whether numbers without a title may belong to an act */
function citationsOf(text: string, own: Pick<Home, 'code' | 'title'> | null, isNote: boolean): Found[] {
  const home = own && !QUOTED.test(text) ? { ...own, isStrict: isNote } : null;
  const units = unitsAndLawsIn(text);
  const found = [...units];
  for (const provision of provisionsIn(text, home))
    if (!units.some(({ at, end }) => provision.at < end && at < provision.end)) found.push(provision);
  return found;
}

/** The title to which a document belongs, if it is one of a code. */
function titleOf(source: Source, identifier: string): Pick<Home, 'code' | 'title'> | null {
  const { citation } = source;
  const [, title] = /^t(\d+[a-z]*)\//i.exec(shorthandOf(source, identifier)) ?? [];
  return citation?.by === 'section' && title !== undefined ? { code: citation, title } : null;
}

/** What a citation may mean. */
function* meanings({ readings }: Found): Generator<[written: string, pinpoint: readonly string[]]> {
  const [first] = readings;
  if (first?.page) {
    const { journal, volume, page } = first.page;
    yield [`${volume} ${journal.abbreviation} ${page}`, []];
    return;
  }
  const named = readings.flatMap(({ identifiers, identifierEnd: end }) =>
    identifiers.map(identifier => {
      const [unit, pinpoint] = cut(identifier);
      return { written: end === null ? unit : unit + TO + cut(end)[0], pinpoint };
    }),
  );
  const [own] = named;
  if (!first || !own) return;
  const candidates = new Set(named.map(({ written }) => written));
  yield [[...candidates].join('\n'), [...own.pinpoint, ...first.pinpoint]];
}
