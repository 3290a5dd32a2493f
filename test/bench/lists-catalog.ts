import fs from 'node:fs';
import { idOf } from '../../build/contract/identifier.ts';
import { DOCUMENT_TYPES, type Metadata, SOURCES, type Source } from '../../build/contract/sources.ts';
import { type CatalogRecord, catalogRecord } from '../../build/formats/catalog.ts';
import { encodeCatalog } from '../../build/formats/catalog-file.ts';
import { buildCatalog } from '../helpers/built-catalog.ts';
import { Random } from '../helpers/random.ts';

/**
 * Writes a catalog of synthetic documents: `node lists-catalog.ts FILE usc|fr COUNT`. In a process of its own, so
 * that the memory of making it does not count for the reader. Lengths and counts are those of the real corpora.
 */

const WORDS = 'notice of proposed rule making safety zone air quality plan approval annual report fee'.split(
  ' ',
);

const title = (random: Random): string =>
  Array.from({ length: 5 + random.below(12) }, () => random.pick(WORDS)).join(' ');

function frDocument(random: Random, index: number): Metadata {
  const date = random.day(1994, 31);
  const number = `${date.slice(0, 4)}-${String(index).padStart(5, '0')}`;
  // The square puts most documents with few of the 400 agencies.
  const agency = `Department Number ${Math.floor(random.next() ** 2 * 400)}`;
  return {
    identifier: `/us/fr/${number}`,
    display_title: title(random),
    document_number: number,
    document_type: random.pick([...DOCUMENT_TYPES, 'notice', 'notice', 'notice', 'rule']),
    publication_date: date,
    agency,
    agencies: random.chance(0.5) ? [agency] : [agency.toUpperCase(), `Bureau ${random.below(300)}`],
    docket_ids: random.chance(0.5) ? [`Docket No. LMP-${date.slice(0, 4)}-${random.below(500_000)}`] : [],
    rin: random.chance(0.2) ? `${1000 + random.below(900)}-AU${10 + random.below(90)}` : null,
    cfr_references: random.chance(0.3)
      ? [{ title: 1 + random.below(50), parts: [String(random.below(900)), String(random.below(900))] }]
      : [],
    effective_date: random.chance(0.4) ? random.day(1994, 31) : null,
    fr_citation: `${random.below(90)} FR ${random.below(90_000)}`,
    legal_status: 'authoritative_unofficial',
    status: 'in_force',
    last_updated: date,
  };
}

function uscDocument(random: Random, index: number): Metadata {
  const titleNumber = 1 + (index % 54);
  const section = `${Math.floor(index / 54)}${random.pick(['', '', '', 'a', 'b', '-1'])}`;
  return {
    identifier: `/us/usc/t${titleNumber}/s${section}`,
    display_title: title(random),
    title_number: titleNumber,
    title_name: `The Name of Title ${titleNumber}`,
    section_number: section,
    section_name: title(random),
    chapter_number: String(1 + Math.floor(index / 54 / 150)),
    chapter_name: title(random),
    legal_status: 'official_legal_evidence',
    positive_law: titleNumber % 2 === 0,
    status: random.pick(['in_force', 'in_force', 'in_force', 'in_force', 'in_force', 'repealed', 'omitted']),
    last_updated: random.day(2024, 2),
  };
}

function records(source: Source, count: number): CatalogRecord[] {
  const random = new Random(count);
  const make = source.id === 'fr' ? frDocument : uscDocument;
  return Array.from({ length: count }, (_, index) => {
    const metadata = make(random, index);
    return catalogRecord(source, idOf(String(metadata.identifier)), metadata);
  });
}

const [file = '', shape, count] = process.argv.slice(2);
const catalogs = SOURCES.map(source =>
  buildCatalog(source, source.id === shape ? records(source, Number(count)) : []),
);
const descriptor = fs.openSync(file, 'w');
for (const chunk of encodeCatalog(catalogs)) fs.writeSync(descriptor, chunk);
fs.closeSync(descriptor);
