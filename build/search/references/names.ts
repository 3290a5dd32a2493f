import { CODES, JOURNALS } from '../../contract/citations/grammar.ts';
import { identifierKey } from '../../contract/citations/keys.ts';
import { matchAt } from '../../contract/match-at.ts';
import { sourceOf } from '../../contract/sources.ts';
import type { SearchDocument } from '../documents/search-document.ts';
import type { Mention } from './mentions.ts';
import { nameAfter, nameBefore } from './name-words.ts';

/** Certainty of a name: 1 for a part of the act or an amending law, 2 for a citation, 3 for the law's own words. */
type Weight = 1 | 2 | 3;

export interface Name {
  /** As written, without year, quotation marks and article, with plain dashes: `Davis-Bacon Act`. */
  name: string;
  key: string;
  weight: Weight;
}

/** Most characters between a name and what it names. */
const REACH = 250;
/** Most characters between `This Act` and `may be cited as`: a list of provisions lies between. */
const LONG_REACH = 2_500;

/** Between a name and a citation: `Act of 1969, as amended (NEPA) (42 U.S.C. …`, `Act [`, `Act, codified at`. */
const JOINT =
  /(?:,? as amended(?: and supplemented)?)?,?(?: \(["“]?(?:the )?["“]?[A-Z][\w&-]{1,12}["”]?\))?(?:,? as amended)?(?:,| ?[([]|;)(?:[A-Z][A-Za-z&-]{1,9}[;,])? ?(?:as amended,? ?)?(?:codified (?:at|in|under) )?(?:at )?$/;
/** A citation of a part does not show where the act begins: `section 7 of the Clayton Act, 15 U.S.C. 18`. */
const PART_OF =
  /(?:\b(?:sections?|secs?\.|title|subtitle|part|chapter|subchapter|division|paragraph|subsection|provisions?)|§) ?[^.;]{1,60} of (?:the )?$/i;
const KNOWN_AFTER =
  /(?:,? as amended)?(?: et seq\.?)?[)\]]?,? ?[([]?(?:(?:[a-z]+ly|also|is|and|which|the provisions of which) ){0,4}(?:known|referred to|cited|called) as /y;
const KNOWN = /\b(?:known|referred to) as /g;
const CITED = /\bmay be cited as /g;
/** The subject of the statement. Notes quote laws, and in them "this Act" is another one. */
const SUBJECT =
  /\bthis (Act|chapter|subchapter|title|section|part|subpart|subtitle)(?: is)?(?: [a-z]+ly| also)*$/i;
const ENACTING =
  /\b(?:enact(?:ing|ed)|which comprises|is comprised of) this (?:chapter|subchapter|title|section|part|Act)\b/i;
/** `The X Act, referred to in subsec. (a), is …, which is classified generally to chapter 55 (§ 4321 et seq.) of Title 42` */
const CLASSIFIED =
  /\bclassified (?:generally |principally )?to (?:(?:sub)?chapter [\w-]{1,12}|part [\w-]{1,6}) \($/;
/** For one document; more than any real one has. */
const MAX_OCCURRENCES = 1_000;
/** Codes that cite acts: a code of statutes has no cited parts. */
const STATUTES = new Set(CODES.flatMap(({ keys }) => (keys.part === null ? [keys.section] : [])));
const PAGES = new Set(JOURNALS.map(({ keys }) => keys.page));
const MINOR =
  /\b(?:Amendments?|Amending|Reform|Reauthorization|Technical|Corrections?|Extension|Improvements?|Revision|Appropriations?)\b/;

/** Returns names with the provisions that they name, each pair once with its highest weight. */
export function namesOf(
  document: SearchDocument,
  text: string,
  mentions: readonly Mention[],
  limit: number,
): Name[] {
  const names = new Map<string, Name>();
  const add = (name: string, key: string, weight: Weight) => {
    const plain = `${name.toLowerCase()}\n${key}`;
    const known = names.get(plain);
    if (known) known.weight = Math.max(known.weight, weight) as Weight;
    else if (names.size < limit) names.set(plain, { name, key, weight });
  };
  if (isStatute(document)) nameItself(document, text, add);
  for (const mention of mentions) nameMentioned(text, mention, add);
  return [...names.values()];
}

function isStatute({ source }: SearchDocument): boolean {
  const { citation } = sourceOf(source);
  return citation?.by === 'section' && STATUTES.has(citation.keys.section);
}

type Add = (name: string, key: string, weight: Weight) => void;

/** `the Clean Air Act (42 U.S.C. 7401 et seq.)`, `42 U.S.C. 7401, commonly known as the Clean Air Act` */
function nameMentioned(text: string, { at, end, keys, isWhole }: Mention, add: Add): void {
  const [key] = keys;
  const kind = key?.slice(0, key.indexOf(':')) ?? '';
  if (key === undefined || PAGES.has(kind)) return;
  const known = matchAt(KNOWN_AFTER, text, end);
  const after = known && nameAfter(text, end + known[0].length);
  if (after) add(after.name, key, isWhole ? 2 : 1);
  if (!STATUTES.has(kind)) return;
  const before = text.slice(Math.max(0, at - REACH), at);
  if (/[,;([] ?$|(?:codified|at|in|under) $/.test(before.slice(-10))) nameInFront(before, key, isWhole, add);
  if (CLASSIFIED.test(before.slice(-60))) nameReferred(text, at, key, add);
}

function nameInFront(before: string, key: string, isWhole: boolean, add: Add): void {
  const joint = JOINT.exec(before.slice(-60));
  if (joint === null) return;
  const head = before.slice(0, before.length - joint[0].length).trimEnd();
  const name = nameBefore(head);
  if (name === null) return;
  const start = head.lastIndexOf(name);
  if (PART_OF.test(head.slice(Math.max(0, start - 80), start))) return;
  add(name, key, isWhole ? 2 : 1);
}

function nameReferred(text: string, at: number, key: string, add: Add): void {
  const before = text.slice(Math.max(0, at - 4 * REACH), at);
  const referred = before.lastIndexOf(', referred to in ');
  const name = referred === -1 ? null : nameBefore(before.slice(Math.max(0, referred - REACH), referred));
  if (name !== null) add(name, key, 2);
}

/** `This Act may be cited as the “X Act”`, `This chapter is popularly known as the X Act` */
function nameItself(document: SearchDocument, text: string, add: Add): void {
  const key = identifierKey(document.identifier);
  const notes = text.indexOf('\nSource Credit: ');
  for (const pattern of [CITED, KNOWN]) {
    let occurrences = 0;
    for (const match of text.matchAll(pattern)) {
      if (++occurrences > MAX_OCCURRENCES) break;
      const found = nameAfter(text, match.index + match[0].length);
      const weight = found && weightOf(text, match.index, pattern === CITED, notes);
      if (!found || !weight) continue;
      add(found.name, key, MINOR.test(found.name) ? 1 : weight);
      const or = text.startsWith(' or the ', found.end) ? nameAfter(text, found.end + 4) : null;
      if (or) add(or.name, key, MINOR.test(or.name) ? 1 : weight);
    }
  }
}

function weightOf(text: string, at: number, isCited: boolean, notes: number): Weight | null {
  const before = text.slice(Math.max(0, at - (isCited ? LONG_REACH : REACH)), at).trimEnd();
  const paragraph = before.lastIndexOf('\n\n“');
  const sentence = Math.max(before.lastIndexOf('.'), before.lastIndexOf(';'));
  const said = before.slice(Math.max(0, isCited ? paragraph : sentence));
  if (ENACTING.test(said)) return 3;
  const [, subject] = SUBJECT.exec(said.slice(-80)) ?? [];
  const isInLaw = notes === -1 || at < notes;
  if (subject && (isInLaw || (paragraph === -1 && !/^act$/i.test(subject)))) return 3;
  return isCited && /\bthis [a-z]/i.test(said) ? 1 : null;
}
