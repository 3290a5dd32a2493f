import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CatalogBuilder, countBefore } from '../../build/catalog/builder.ts';
import { openCatalog } from '../../build/common/catalog.ts';
import { idOf } from '../../build/contract/identifier.ts';
import { SOURCES, type Source } from '../../build/contract/sources.ts';
import {
  type CatalogRecord,
  catalogRecord,
  type SourceCatalog,
  type StoredCatalog,
} from '../../build/formats/catalog.ts';
import { buildCatalog, usualLabels } from '../helpers/built-catalog.ts';
import { catalogsWith, encoded, randomDocuments, temporaryFile } from '../helpers/catalogs.ts';
import { Random } from '../helpers/random.ts';

const bytesOf = (catalog: SourceCatalog): Buffer => encoded(catalogsWith(catalog));

/** Calls with a catalog as it is read from a file. */
async function withStored(catalog: SourceCatalog, use: (stored: StoredCatalog) => void): Promise<void> {
  const { sources, close } = await openCatalog(temporaryFile(bytesOf(catalog)));
  use(sources.find(({ source }) => source === catalog.source) as StoredCatalog);
  await close();
}

const recordsOf = (source: Source, count: number, seed: number): CatalogRecord[] =>
  randomDocuments(source, count, seed).map(metadata =>
    catalogRecord(source, idOf(String(metadata.identifier)), metadata),
  );

function itemsInMemory() {
  const items: string[] = [];
  return {
    add: (item: string) => items.push(item),
    at: (i: number) => items[i] as string,
    bytes: (i: number) => Buffer.byteLength(items[i] as string),
  };
}

/** Leaves a share of the base out, and puts others in, some of them in the place of those that went. */
async function assertMerged(
  source: Source,
  before: CatalogRecord[],
  others: CatalogRecord[],
  share: number,
  random: Random,
) {
  const coming = new Map(before.map(record => [record.identifier, record]));
  await withStored(buildCatalog(source, before), base => {
    const builder = new CatalogBuilder(source, base, itemsInMemory());
    for (const { identifier } of before) {
      if (!random.chance(share)) continue;
      builder.drop(countBefore(base, identifier));
      coming.delete(identifier);
    }
    for (const record of others.filter(({ identifier }) => !coming.has(identifier))) {
      builder.add(record);
      coming.set(record.identifier, record);
    }
    const records = [...coming.values()];
    const merged = builder.build(usualLabels(source, records));
    const afresh = buildCatalog(source, records);
    assert.ok(bytesOf(merged).equals(bytesOf(afresh)));
    for (let i = 0; i < afresh.count; i++) assert.is(merged.item(i), afresh.item(i));
  });
}

for (const source of SOURCES) {
  test(`a catalog of ${source.id} updated with the differences equals a new one`, async () => {
    const random = new Random(15);
    for (let round = 0; round < 40; round++) {
      const [before, others] = [random.below(60), random.below(40)];
      const share = random.pick([0, 0.2, 1]);
      await assertMerged(
        source,
        recordsOf(source, before, round),
        recordsOf(source, others, 100 + round),
        share,
        random,
      );
    }
    // So long that what is copied at once ends within a run.
    await assertMerged(source, recordsOf(source, 4000, 1), recordsOf(source, 20, 2), 0.001, random);
  });
}

test.run();
