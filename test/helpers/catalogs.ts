import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOf } from '../../build/contract/identifier.ts';
import { isDated } from '../../build/contract/levels.ts';
import {
  type FieldType,
  type Filter,
  type Metadata,
  type MetadataValue,
  SOURCES,
  type Source,
  sourceOf,
} from '../../build/contract/sources.ts';
import { CONVERSIONS } from '../../build/corpus/conversions.ts';
import { catalogRecord, type SourceCatalog } from '../../build/formats/catalog.ts';
import { encodeCatalog } from '../../build/formats/catalog-file.ts';
import { buildCatalog } from './built-catalog.ts';
import { Random } from './random.ts';

/** Identifiers that the real corpora have (or nearly), each of them a trap for an order, a URL or a file name. */
export const ODD_IDENTIFIERS: Readonly<Record<Source['id'], readonly string[]>> = {
  usc: [
    '/us/usc/t30/s28–1',
    '/us/usc/t45/s65, 66',
    '/us/usc/t48/s46–1 to 46–3',
    '/us/usc/t30/s1101...1164',
    '/us/usc/t30/s44 /us/usc/t30/s45',
    '/us/usc/t18a/pl/96/456/s1',
    '/us/usc/t5a/s10',
    '/us/usc/t30/s28-1',
    '/us/usc/t30/s028–1',
  ],
  ecfr: ['/us/cfr/t44/s§ 16.104-16.109', '/us/cfr/t13/s120.441-§ 120.447', '/us/cfr/t44/s16.104-16.109'],
  fr: ['/us/fr/04-16753', '/us/fr/E8-23178', '/us/fr/2012-1728', '/us/fr/C1-2017-20310', '/us/fr/2012-01728'],
};

const TEXTS = [
  'repealed',
  'in_force',
  'Agency, with “quotes” & 100%',
  'IX',
  'X',
  '2',
  '10',
  '10a',
  'a~b+c/d',
];
const DAYS = ['2018-01-31', '2018-02-01', '2018-05-10', '2018-12-31', '2019-05-01', '2020-02-29'];

/** Few values, so that there are ties everywhere. */
const VALUES: Readonly<Record<FieldType, (random: Random) => MetadataValue>> = {
  string: random => random.pick(TEXTS),
  integer: random => random.pick([1, 2, 5, 10, 18, 30, 50]),
  boolean: random => random.chance(0.5),
  date: random => random.pick(DAYS),
  strings: random => several(random, () => spelled(random, random.pick(TEXTS))),
  cfr_references: random =>
    several(random, () => ({
      title: random.pick([33, 40]),
      parts: several(random, () => random.pick(['1', '52', '60', '1c'])),
    })),
  levels: random => [
    { level: 'title', number: random.pick(['1', '2']), name: random.pick(TEXTS), identifier: null },
  ],
  notes: random => several(random, () => ({ topic: 'amendments', heading: random.pick(TEXTS) })),
};

/** Up to two. */
const several = <T>(random: Random, make: () => T): T[] => Array.from({ length: random.below(3) }, make);

/** In one of the ways that make no difference to keywords. */
const spelled = (random: Random, text: string): string =>
  random.pick([text, text, text.toUpperCase(), ` ${text.replaceAll(' ', '  ')}`]);

function randomMetadata(source: Source, identifier: string, random: Random): Metadata {
  const metadata: Metadata = {};
  for (const [field, type] of Object.entries(source.metadata)) {
    const filter = source.filters.find(candidate => candidate.field === field);
    const isMissing = !source.required.includes(field) && random.chance(0.3);
    if (isMissing) metadata[field] = type === 'strings' || type === 'cfr_references' ? [] : null;
    else metadata[field] = filter?.values ? random.pick(filter.values) : VALUES[type](random);
  }
  return { ...metadata, identifier, source: source.id };
}

function identifiers(source: Source, count: number, random: Random): string[] {
  const made = new Set(ODD_IDENTIFIERS[source.id].slice(0, count));
  while (made.size < count) {
    const section = `${1 + random.below(count)}${random.pick(['', '', 'a', 'A', '–1', '.5', ' to 9'])}`;
    const title = random.pick(['1', '2', '5', '5a', '10', '18']);
    const shorthand = isDated(source) ? `2018-${section}` : `t${title}/s${section}`;
    made.add(source.namespace + shorthand);
  }
  return [...made];
}

/** Metadata of random documents of a source, the odd identifiers among them, in no order. */
export function randomDocuments(source: Source, count: number, seed: number): Metadata[] {
  const random = new Random(seed);
  return identifiers(source, count, random)
    .map(identifier => ({ at: random.next(), document: randomMetadata(source, identifier, random) }))
    .sort((a, b) => a.at - b.at)
    .map(({ document }) => document);
}

/** The catalog of these documents, as the build makes it. */
export const catalogOf = (source: Source, documents: readonly Metadata[]): SourceCatalog =>
  buildCatalog(
    source,
    documents.map(metadata => catalogRecord(source, idOf(String(metadata.identifier)), metadata)),
  );

/** A complete document: every field is null (or what its type has instead) but those given. */
export function documentWith(source: Source, identifier: string, fields: Metadata = {}): Metadata {
  const metadata: Metadata = Object.fromEntries(
    Object.entries(source.metadata).map(([field, type]) => [field, CONVERSIONS[type].none]),
  );
  const required: Metadata = { display_title: 'A title', last_updated: '2020-01-01' };
  if (source.id === 'fr') {
    required.document_number = identifier.slice(source.namespace.length);
    required.document_type = 'notice';
    required.publication_date = '2020-01-01';
  } else {
    required.title_number = Number(/\/t(\d+)/.exec(identifier)?.[1]);
    required.section_number = /\/s(.*)$/.exec(identifier)?.[1] ?? '';
  }
  return { ...metadata, ...required, ...fields, identifier, source: source.id };
}

/** Catalogs of all sources; those not given are empty. */
export const catalogsWith = (...given: readonly SourceCatalog[]): SourceCatalog[] =>
  SOURCES.map(({ id }) => given.find(({ source }) => source.id === id) ?? catalogOf(sourceOf(id), []));

export const encoded = (catalogs: readonly SourceCatalog[]): Buffer =>
  Buffer.concat([...encodeCatalog(catalogs)]);

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A file with this content, gone when the process ends. */
export function temporaryFile(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'pandect-catalog-'));
  folders.push(folder);
  const file = join(folder, 'catalog.bin');
  writeFileSync(file, content);
  return file;
}

export const filterOf = (source: Source, param: string): Filter => {
  const filter = source.filters.find(candidate => candidate.param === param);
  if (!filter) throw new Error(`${source.id} has no filter ${param}`);
  return filter;
};
