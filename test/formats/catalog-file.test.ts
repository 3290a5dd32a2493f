import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkCatalog, openCatalog, shareCatalog, sourcesOf } from '../../build/common/catalog.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import {
  columnFields,
  columnOf,
  keywordFields,
  keywordsOf,
  type SourceCatalog,
} from '../../build/formats/catalog.ts';
import { CHECKSUM_BYTES, SCHEMA_VERSION } from '../../build/formats/catalog-file.ts';
import { CatalogError } from '../../build/formats/catalog-items.ts';
import { catalogOf, catalogsWith, encoded, randomDocuments, temporaryFile } from '../helpers/catalogs.ts';
import { Random } from '../helpers/random.ts';

const catalogs = SOURCES.map((source, i) => catalogOf(source, randomDocuments(source, 30 + i, i)));
const file = encoded(catalogs);

/** Asserts a CatalogError with this message for a file with these bytes. */
async function assertRefused(bytes: Buffer, message: RegExp, label = ''): Promise<void> {
  try {
    await (await openCatalog(temporaryFile(bytes))).close();
  } catch (error) {
    assert.instance(error, CatalogError, `${label}: ${error}`);
    assert.match((error as Error).message, message, label);
    return;
  }
  assert.unreachable(`${label} was taken`);
}

/** Returns the file with another well-formed header. */
function withHeader(change: (header: string) => string): Buffer {
  const length = file.readUInt32LE(8);
  const header = Buffer.from(change(file.toString('utf8', 12, 12 + length)));
  const prefix = Buffer.from(file.subarray(0, 12));
  prefix.writeUInt32LE(header.length, 8);
  const content = Buffer.concat([prefix, header, file.subarray(12 + length, -CHECKSUM_BYTES)]);
  return Buffer.concat([content, createHash('sha256').update(content).digest()]);
}

function assertAsItWent(sources: readonly SourceCatalog[]): void {
  assert.equal(
    sources.map(({ source }) => source),
    [...SOURCES],
  );
  for (const [i, expected] of catalogs.entries()) {
    const actual = sources[i];
    assert.ok(actual);
    assert.is(actual.count, expected.count);
    for (let ordinal = 0; ordinal < expected.count; ordinal++) {
      assert.is(actual.identifier(ordinal), expected.identifier(ordinal));
      assert.is(actual.item(ordinal), expected.item(ordinal));
    }
    for (const field of columnFields(expected.source)) {
      const [read, made] = [columnOf(actual, field), columnOf(expected, field)];
      assert.equal([read.values, read.order, read.starts], [made.values, made.order, made.starts], field);
    }
    for (const field of keywordFields(expected.source)) {
      const [read, made] = [keywordsOf(actual, field), keywordsOf(expected, field)];
      const labels = (keywords: typeof read) =>
        Array.from({ length: keywords.size }, (_, code) => keywords.label(code));
      assert.equal(labels(read), labels(made), field);
      assert.equal([read.order, read.starts], [made.order, made.starts], field);
    }
  }
}

test('a catalog is read as written', async () => {
  const opened = await openCatalog(temporaryFile(file));
  assert.is(opened.schemaVersion, SCHEMA_VERSION);
  assertAsItWent(opened.sources);
  await opened.close();
});

test('threads share the memory of a catalog', async () => {
  const shared = await shareCatalog(temporaryFile(file));
  assertAsItWent(shared.sources);
  assertAsItWent(await sourcesOf(structuredClone(shared.loaded)));
  assert.ok(shared.loaded.inMemory.size > 10);
  for (const [name, { buffer }] of shared.loaded.inMemory) assert.instance(buffer, SharedArrayBuffer, name);
  await shared.close();
});

test('items in the file are read in any order, and keep their bytes', async () => {
  const random = new Random(3);
  const many = SOURCES.map(source => catalogOf(source, randomDocuments(source, 1500, 3)));
  const shared = await shareCatalog(temporaryFile(encoded(many)));
  const inMemory = new Map([...shared.loaded.inMemory].filter(([name]) => !name.endsWith('/items')));
  const sources = await sourcesOf({ ...shared.loaded, inMemory });
  for (const [i, { source, count, itemBytes, itemRun }] of sources.entries()) {
    assert.ok(itemBytes(0, count) > 2 * 64 * 1024, 'several pieces are read ahead');
    const onEnd = Array.from({ length: count }, (_, ordinal) => ordinal);
    const orders = [onEnd, onEnd.toReversed(), onEnd.map(() => random.below(count)), [count - 1, 0, 1, 2]];
    for (const order of orders) {
      const read = order.map(ordinal => itemRun(ordinal, ordinal + 1));
      const expected = order.map(ordinal => many[i]!.item(ordinal));
      assert.equal(read.map(String), expected, source.id);
    }
    assert.is(String(itemRun(0, count)), onEnd.map(ordinal => many[i]!.item(ordinal)).join(''));
  }
  await shared.close();
});

test('an empty source is read as written', async () => {
  const opened = await openCatalog(temporaryFile(encoded(catalogsWith())));
  assert.equal(
    opened.sources.map(({ count }) => count),
    [0, 0, 0],
  );
  await opened.close();
});

test('equal catalogs have equal bytes and builds', async () => {
  assert.ok(encoded(catalogs).equals(file));
  const buildOf = async (bytes: Buffer) => {
    const opened = await openCatalog(temporaryFile(bytes));
    await opened.close();
    return opened.build;
  };
  assert.is(await buildOf(file), file.subarray(-CHECKSUM_BYTES).toString('hex'));
  assert.is.not(await buildOf(encoded(catalogsWith())), await buildOf(file));
});

test('an empty file and files of another kind are not catalogs', async () => {
  await assertRefused(Buffer.alloc(0), /is not a catalog file/, 'empty');
  await assertRefused(Buffer.from('PANDECT'), /is not a catalog file/, 'a beginning');
  await assertRefused(Buffer.from('{"data":[]}'.repeat(100)), /is not a catalog file/, 'JSON');
});

test('a catalog cut short anywhere is damaged', async () => {
  const header = 12 + file.readUInt32LE(8);
  for (const length of [
    12,
    13,
    43,
    44,
    header - 1,
    header,
    header + 1,
    Math.floor(file.length / 2),
    file.length - 33,
    file.length - 1,
  ]) {
    await assertRefused(file.subarray(0, length), /is damaged/, `${length} bytes`);
  }
  await assertRefused(Buffer.concat([file, Buffer.alloc(1)]), /is damaged/, 'a byte more');
});

test('a flipped bit anywhere is damage', async () => {
  const stride = Math.floor(file.length / 150);
  const header = 12 + file.readUInt32LE(8);
  // Each byte before the header, a sample of header and sections, each byte of the checksum.
  const places = [
    ...Array.from({ length: 40 }, (_, i) => i),
    ...Array.from({ length: Math.floor(header / 7) }, (_, i) => i * 7),
    ...Array.from({ length: 150 }, (_, i) => i * stride),
    ...Array.from({ length: CHECKSUM_BYTES }, (_, i) => file.length - 1 - i),
  ];
  for (const place of places) {
    const bytes = Buffer.from(file);
    bytes[place] = (bytes[place] as number) ^ (1 << (place % 8));
    await assertRefused(bytes, place < 8 ? /is not a catalog file/ : /is damaged/, `byte ${place}`);
  }
});

test('a catalog of another version is sound but refused', async () => {
  for (const version of [SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]) {
    const other = withHeader(header => header.replace(/"schema_version":\d+/, `"schema_version":${version}`));
    await assertRefused(
      other,
      new RegExp(`has schema version ${version}, this program reads ${SCHEMA_VERSION}`),
    );
    await checkCatalog(temporaryFile(other));
  }
});

test('a check of the bytes alone finds damage', async () => {
  await checkCatalog(temporaryFile(file));
  for (const bytes of [Buffer.alloc(0), file.subarray(0, 20), file.subarray(1), file.subarray(0, -1)]) {
    const error = await checkCatalog(temporaryFile(bytes)).catch((error: unknown) => error);
    assert.instance(error, CatalogError);
  }
});

test('a catalog without one of the sources or sections is damaged', async () => {
  await assertRefused(
    withHeader(header => header.replace('"counts":{"usc"', '"counts":{"xsc"')),
    /no source usc/,
  );
  await assertRefused(
    withHeader(header => header.replace('"fr/agency/order"', '"fr/agency/x"')),
    /no section fr\/agency\/order/,
  );
});

test('a missing file is an error of the file system', async () => {
  try {
    await openCatalog('/nonexistent/catalog.bin');
    assert.unreachable();
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'ENOENT');
  }
});

test.run();
