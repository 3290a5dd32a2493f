import type { Random } from '../../helpers/random.ts';
import { heading } from './body.ts';
import { ecfrNumber, type Home, publicLaw, SECTIONS_OF_PART } from './citations.ts';
import { Topic } from './topic.ts';

/** A document before it is written: where it goes, its frontmatter and its heading, and what its body is drawn by. */
export interface Draft {
  /** Relative to the corpus. */
  path: string;
  fields: Record<string, unknown>;
  heading: string;
  topic: Topic;
  home: Home;
}

/** Topics and documents are told apart by numbers: so many to a title. */
const TOPICS_OF_TITLE = 100_000;
const OF_USC = 0;
const OF_ECFR = 10_000_000;
const OF_FR = 20_000_000;
const SECTIONS_OF_CHAPTER = 40;

/** Of words, as long as names of sections are. */
const name = (random: Random, topic: Topic): string => heading(random, topic, 1 + random.below(7));

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
    const topics = OF_USC + title * TOPICS_OF_TITLE;
    const titleName = name(random, new Topic(topics, 0)).toUpperCase();
    let chapterName = '';
    for (let n = 0; n < documents; n++) {
      const chapter = 1 + Math.floor(n / SECTIONS_OF_CHAPTER);
      const topic = new Topic(topics + chapter, topics * 7 + n);
      if (n % SECTIONS_OF_CHAPTER === 0) chapterName = name(random, topic).toUpperCase();
      const section = uscNumber(random, n + 1);
      const sectionName = name(random, topic);
      const repealed = random.chance(0.12)
        ? { status: random.pick(['repealed', 'omitted', 'transferred']) }
        : {};
      yield {
        path: `usc/title-${two(title)}/chapter-${two(chapter)}/section-${section}.md`,
        fields: {
          identifier: `/us/usc/t${title}/s${section}`,
          source: 'usc',
          legal_status: 'official_legal_evidence',
          title: `${title} USC § ${section} - ${sectionName}`,
          title_number: title,
          title_name: titleName,
          section_number: section,
          section_name: sectionName,
          chapter_number: chapter,
          chapter_name: chapterName,
          ...common('usc', titleName, random.day(2019, 5)),
          source_credit: `(${Array.from({ length: 1 + random.below(3) }, () => publicLaw(random)).join('; ')}.)`,
          ...repealed,
        },
        heading: `§ ${section}. ${sectionName}`,
        topic,
        home: { source: 'usc', title, sections: documents, section: n + 1 },
      };
    }
  }
}

export function* ecfrDrafts(random: Random, count: number): Generator<Draft> {
  for (const [i, documents] of shares(count, 50).entries()) {
    const title = i + 1;
    const topics = OF_ECFR + title * TOPICS_OF_TITLE;
    const titleName = name(random, new Topic(topics, 0));
    const chapterNames = new Map<string, string>();
    let partName = '';
    for (let n = 0; n < documents; n++) {
      const inPart = n % SECTIONS_OF_PART;
      const part = 1 + Math.floor(n / SECTIONS_OF_PART);
      const chapter = ROMAN[Math.floor(part / 40) % ROMAN.length] as string;
      const topic = new Topic(topics + part, topics * 7 + n);
      if (inPart === 0) partName = name(random, topic).toUpperCase();
      // A chapter is of one agency, so that agencies are few.
      const chapterName = chapterNames.get(chapter) ?? name(random, topic).toUpperCase();
      chapterNames.set(chapter, chapterName);
      const plain = ecfrNumber(n + 1);
      const section = random.chance(0.0125) ? `§ ${plain}-${part}.${20 + inPart}` : plain;
      const sectionName = `${name(random, topic)}.`;
      const day = random.day(2024, 2);
      yield {
        path: `ecfr/title-${two(title)}/chapter-${chapter}/part-${part}/section-${section}.md`,
        fields: {
          identifier: `/us/cfr/t${title}/s${section}`,
          source: 'ecfr',
          legal_status: 'authoritative_unofficial',
          title: `${title} CFR § ${section} - ${sectionName}`,
          title_number: title,
          title_name: titleName,
          section_number: section,
          section_name: sectionName,
          chapter_name: chapterName,
          part_number: String(part),
          part_name: partName,
          ...common('ecfr', titleName, day),
          authority: `${title} U.S.C. ${100 + part}, ${200 + part}; ${publicLaw(random)}.`,
          regulatory_source: `${60 + (part % 30)} FR ${1000 + part}, ${day}, unless otherwise noted.`,
          cfr_part: String(part),
        },
        heading: `§ ${section} ${sectionName}`,
        topic,
        home: { source: 'ecfr', title, sections: documents, section: n + 1 },
      };
    }
  }
}

const TYPES = ['notice', 'notice', 'notice', 'rule', 'proposed_rule', 'presidential_document'];
/** As in the real corpora, a few agencies publish most. */
const AGENCIES = 300;
const TOPICS_OF_AGENCY = 8;

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
    const agencyNumber = Math.floor(random.next() ** 2 * AGENCIES);
    const agency = `Bureau of Harbor Affairs ${agencyNumber}`;
    const topic = new Topic(
      OF_FR + agencyNumber * TOPICS_OF_AGENCY + random.below(TOPICS_OF_AGENCY),
      OF_FR + n,
    );
    const title = heading(random, topic, 3 + random.below(14));
    yield {
      path: `fr/${day.slice(0, 4)}/${day.slice(5, 7)}/${number}.md`,
      fields: {
        identifier: `/us/fr/${number}`,
        source: 'fr',
        legal_status: 'authoritative_unofficial',
        title,
        title_number: 0,
        title_name: 'Federal Register',
        section_number: number,
        section_name: title,
        ...common('fr', title, day),
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
      heading: title,
      topic,
      home: { source: 'fr', title: 0, sections: 0, section: 0 },
    };
  }
}
