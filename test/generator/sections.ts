import type { Random } from '../helpers/random.ts';
import { heading } from './text.ts';

/** A document before it is written: where it goes, its frontmatter and its heading. */
export interface Draft {
  /** Relative to the corpus. */
  path: string;
  fields: Record<string, unknown>;
  heading: string;
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];
const two = (number: number): string => String(number).padStart(2, '0');

/** How many documents each of `titles` has: a few titles have most of them. */
function shares(count: number, titles: number): number[] {
  const weights = Array.from({ length: titles }, (_, i) => 1 / (1 + ((i * 17) % titles)));
  const sum = weights.reduce((a, b) => a + b);
  const parts = weights.map(weight => Math.floor((weight / sum) * count));
  parts[0] = (parts[0] as number) + count - parts.reduce((a, b) => a + b);
  return parts;
}

const common = (source: string, name: string, day: string) => ({
  positive_law: source === 'usc' && name.length % 2 === 0,
  currency: source === 'usc' ? '117-80' : day,
  last_updated: day,
  format_version: '1.1.0',
  generator: 'pandect-generator',
});

/** One in twenty numbers is as odd as real ones are: letters, en dashes, commas, ranges. */
function uscNumber(random: Random, number: number): string {
  if (random.chance(0.2)) return `${number}${random.pick(['a', 'b', 'c'])}`;
  if (!random.chance(0.045)) return String(number);
  return random.pick([
    `${number}–1`,
    `${number}, ${number}aa`,
    `${number}–1 to ${number}–3`,
    `${number}...${number}z`,
  ]);
}

export function* uscDrafts(random: Random, count: number): Generator<Draft> {
  for (const [i, documents] of shares(count, 54).entries()) {
    const title = i + 1;
    const titleName = heading(random).toUpperCase();
    let chapterName = '';
    for (let n = 0; n < documents; n++) {
      const chapter = 1 + Math.floor(n / 40);
      if (n % 40 === 0) chapterName = heading(random).toUpperCase();
      const section = uscNumber(random, n + 1);
      const name = heading(random);
      const repealed = random.chance(0.12)
        ? { status: random.pick(['repealed', 'omitted', 'transferred']) }
        : {};
      yield {
        path: `usc/title-${two(title)}/chapter-${two(chapter)}/section-${section}.md`,
        fields: {
          identifier: `/us/usc/t${title}/s${section}`,
          source: 'usc',
          legal_status: 'official_legal_evidence',
          title: `${title} USC § ${section} - ${name}`,
          title_number: title,
          title_name: titleName,
          section_number: section,
          section_name: name,
          chapter_number: chapter,
          chapter_name: chapterName,
          ...common('usc', titleName, random.day(2019, 5)),
          source_credit: `(Pub. L. ${90 + random.below(30)}–${1 + random.below(500)}, § ${1 + random.below(90)}.)`,
          ...repealed,
        },
        heading: `§ ${section}. ${name}`,
      };
    }
  }
}

export function* ecfrDrafts(random: Random, count: number): Generator<Draft> {
  for (const [i, documents] of shares(count, 50).entries()) {
    const title = i + 1;
    const titleName = heading(random);
    let names = { part: '', chapter: '' };
    for (let n = 0; n < documents; n++) {
      const part = 1 + Math.floor(n / 14);
      const chapter = ROMAN[Math.floor(part / 40) % ROMAN.length];
      if (n % 14 === 0)
        names = { part: heading(random).toUpperCase(), chapter: heading(random).toUpperCase() };
      const plain = `${part}.${1 + (n % 14)}`;
      const section = random.chance(0.0125) ? `§ ${plain}-${part}.${20 + (n % 14)}` : plain;
      const name = `${heading(random)}.`;
      const day = random.day(2024, 2);
      yield {
        path: `ecfr/title-${two(title)}/chapter-${chapter}/part-${part}/section-${section}.md`,
        fields: {
          identifier: `/us/cfr/t${title}/s${section}`,
          source: 'ecfr',
          legal_status: 'authoritative_unofficial',
          title: `${title} CFR § ${section} - ${name}`,
          title_number: title,
          title_name: titleName,
          section_number: section,
          section_name: name,
          chapter_name: names.chapter,
          part_number: String(part),
          part_name: names.part,
          ...common('ecfr', titleName, day),
          authority: `${title} U.S.C. ${100 + part}.`,
          cfr_part: String(part),
        },
        heading: `§ ${section} ${name}`,
      };
    }
  }
}

const TYPES = ['notice', 'notice', 'notice', 'rule', 'proposed_rule', 'presidential_document'];
/** As in the real corpora, a few agencies publish most. */
const AGENCIES = 300;

function frNumber(random: Random, year: number, n: number): string {
  if (year < 2008) return `${two(year % 100)}-${10_000 + n}`;
  if (year < 2010) return `E${year % 10}-${10_000 + n}`;
  return `${random.chance(0.005) ? 'C1-' : ''}${year}-${String(n).padStart(5, '0')}`;
}

export function* frDrafts(random: Random, count: number): Generator<Draft> {
  for (let n = 0; n < count; n++) {
    const year = 2004 + Math.floor((n * 21) / count);
    const day = `${year}-${random.day(year, 1).slice(5)}`;
    const number = frNumber(random, year, n);
    const name = heading(random);
    const agency = `Bureau of Harbor Affairs ${Math.floor(random.next() ** 2 * AGENCIES)}`;
    yield {
      path: `fr/${day.slice(0, 4)}/${day.slice(5, 7)}/${number}.md`,
      fields: {
        identifier: `/us/fr/${number}`,
        source: 'fr',
        legal_status: 'authoritative_unofficial',
        title: name,
        title_number: 0,
        title_name: 'Federal Register',
        section_number: number,
        section_name: name,
        ...common('fr', name, day),
        document_number: number,
        document_type: random.pick(TYPES),
        publication_date: day,
        fr_citation: `${year - 1935} FR ${1 + random.below(80_000)}`,
        fr_volume: year - 1935,
        agency,
        agencies: [agency],
        cfr_references: [`${1 + random.below(50)} CFR Part ${1 + random.below(900)}`],
        docket_ids: [`Docket No. ${year}-${random.below(9999)}`],
        ...(random.chance(0.4) ? { effective_date: random.day(year, 1) } : {}),
        fr_action: 'Notice.',
      },
      heading: name,
    };
  }
}
