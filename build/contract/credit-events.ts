import { daysIn } from './written-days.ts';

/** What sources of a text tell of its history: credits, notes on effective dates, and what is left of a repealed section. */

export const EVENT_KINDS = ['enacted', 'amended', 'effective', 'transferred', 'repealed'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** An event as it is written. */
export interface WrittenEvent {
  /** Null where nothing tells it. */
  date: string | null;
  kind: EventKind;
  /** A public law, or a page of the Statutes at Large: `/us/pl/94/553`, `/us/stat/90/2546`. */
  law: string | null;
  /** A page of the Federal Register: `85 FR 43976`. */
  page: string | null;
  /** The words that tell of it. */
  citation: string;
}

const LAW = /Pub\.\s*L\.\s*(\d{1,3})[-\u2010-\u2015](\d{1,4})/;
const STATUTE = /\b(\d{1,3})\s+Stat\.\s+(\d[\d,]{0,5})/;
const PAGE = /\b(\d{1,3})\s+FR\s+(\d[\d,]{0,6})/;
const MOVED = /\b(?:renumbered|redesignated|transferred)\b/i;
const REPEALED = /\brepealed\b/i;

const number = (text = ''): string => String(Number(text.replace(/\D/g, '')));

/** @param credits identifiers of laws that name divisions and sections, where a corpus has them */
function eventIn(text: string, kind: EventKind, credits: readonly string[]): WrittenEvent {
  const [law, statute, page] = [LAW.exec(text), STATUTE.exec(text), PAGE.exec(text)];
  const plain = law ? `/us/pl/${number(law[1])}/${number(law[2])}` : null;
  const named = credits.find(credit => plain !== null && `${credit}/`.startsWith(`${plain}/`));
  const stat = statute ? `/us/stat/${number(statute[1])}/${number(statute[2])}` : null;
  return {
    date: daysIn(text)[0] ?? null,
    kind,
    law: named ?? plain ?? stat,
    page: page ? `${number(page[1])} FR ${number(page[2])}` : null,
    citation: trimmed(text),
  };
}

const trimmed = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s([;,.]+|[\s\];,.]+$/g, '')
    // The bracket around all laws.
    .replace(/\)$/, bracket =>
      (text.match(/\(/g)?.length ?? 0) < (text.match(/\)/g)?.length ?? 0) ? '' : bracket,
    );

/** A credit of the Code: `(Pub. L. 94–553, § 101, Oct. 19, 1976, 90 Stat. 2546; Pub. L. 101–318, § 3(d), July 3, 1990, 104 Stat. 288.)` */
export function lawEvents(credit: string, credits: readonly string[]): WrittenEvent[] {
  const laws = credit
    .replace(/^\s*\(|\)\s*$/g, '')
    .split(/;\s+/)
    // Of a section that was added to an act later, the later law tells.
    .map(text => text.replace(/^[\s\S]*,\s+as added\s+/, ''))
    .flatMap(text => text.split(/,\s+as (?=amended\s)/))
    .filter(isCitation);
  return laws.flatMap((text, i) => {
    const first = i === 0 ? 'enacted' : 'amended';
    if (!MOVED.test(text)) return [eventIn(text, REPEALED.test(text) ? 'repealed' : first, credits)];
    const moved = eventIn(text, 'transferred', credits);
    return /\bamended\b/i.test(text) ? [moved, eventIn(text, 'amended', credits)] : [moved];
  });
}

const isCitation = (text: string): boolean => LAW.test(text) || STATUTE.test(text) || daysIn(text).length > 0;

/** A credit of a regulation: `[51 FR 99710, June 3, 1986, as amended at 66 FR 99101, Oct. 9, 2001]` */
export function pageEvents(credit: string): WrittenEvent[] {
  const events: WrittenEvent[] = [];
  let before = 0;
  for (const found of credit.matchAll(PAGES)) {
    const words = credit.slice(before, found.index);
    const kind = MOVED.test(words) ? 'transferred' : REPEALED.test(words) ? 'repealed' : 'amended';
    events.push(eventIn(found[0], events.length === 0 && kind === 'amended' ? 'enacted' : kind, []));
    before = (found.index ?? 0) + found[0].length;
  }
  return events;
}

const PAGES =
  /\b\d{1,3}\s+FR\s+\d+(?:,\d{3})*(?:,?\s+(?:and\s+)?\d+\b(?!\s*FR))*(?:,?\s*[A-Z][a-z]{2,8}\.?\s+\d{1,2},?\s+\d{4})?/g;

/** What is left of a section: `Repealed. Pub. L. 111–295, § 4(a), Dec. 9, 2010, 124 Stat. 3180]` */
export function removalEvent(heading: string): WrittenEvent | null {
  const [, word = '', rest = ''] = /\b(Repealed|Transferred|Renumbered)\b[.,:]?\s*(.*)$/.exec(heading) ?? [];
  if (!isCitation(rest)) return null;
  return eventIn(rest, word === 'Repealed' ? 'repealed' : 'transferred', []);
}

/** The credits of a section that is gone, in the note that is left: `Section, Pub. L. 94–553, … , related to manufacture …` */
export function formerCredit(body: string): string | null {
  return (
    /(?:^|\n)Sections?\b[^\n]{0,40}?,\s+((?:Pub\.\s*L\.|acts?\s|[A-Z][a-z]{2,8}\.?\s+\d)[^\n]*?),\s+(?:related|relating|provided|set forth|established|required|defined)\b/.exec(
      plainLinks(body).slice(0, MOST_TEXT),
    )?.[1] ?? null
  );
}

/** Characters of a body in which notes are looked for. */
const MOST_TEXT = 400_000;
/** The most events of one document. */
export const MOST_EVENTS = 500;

const plainLinks = (markdown: string): string =>
  markdown.replace(/\[((?:[^[\]\\]|\\.)*)\]\((?:\/[^()\s]*)\)/g, '$1').replace(/\\([[\]])/g, '$1');

const NOTE =
  /^#{2,6} +(Effective Dates?\b[^\n]*|Effective and Termination Dates?\b[^\n]*)\n([\s\S]*?)(?=\n#{1,6} |$(?![\s\S]))/gim;
const DAY = String.raw`[A-Z][a-z]{2,8}\.? +\d{1,2}, +\d{4}`;
const EFFECTIVE = new RegExp(
  String.raw`\b(?:effective|takes? effect|took effect)\b(?: (?:on|as of|beginning(?: on)?|from))? (?:(${DAY})|the date of (?:the )?enactment of this (?:Act|title|section)\s*\[(${DAY})\])`,
  'g',
);

/** The days that notes on effective dates say. Days that have to be computed ("6 months after") are left out. */
export function effectiveEvents(body: string, credits: readonly string[]): WrittenEvent[] {
  const events: WrittenEvent[] = [];
  for (const [, heading = '', note = ''] of plainLinks(body.slice(0, MOST_TEXT)).matchAll(NOTE)) {
    let law = '';
    for (const paragraph of note.split(/\n\s*\n/))
      for (const part of paragraph.split(/(?=\bPub\.\s*L\.)/)) {
        law = LAW.exec(part)?.[0] ?? law;
        for (const [, day, enacted] of part.matchAll(EFFECTIVE)) {
          const event = eventIn(`${law}, ${day ?? enacted}`, 'effective', credits);
          const isKnown = events.some(({ date, law: other }) => date === event.date && other === event.law);
          if (!isKnown && events.length < MOST_EVENTS) events.push({ ...event, citation: heading.trim() });
        }
      }
  }
  return events;
}
