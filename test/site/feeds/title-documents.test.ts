import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { partOfHistory } from '../../../build/archive/noted-documents.ts';
import type { Metadata } from '../../../build/contract/sources.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { knownIn, numberIn } from '../../../build/site/feeds/title-documents.ts';
import { catalogOf, randomDocuments } from '../../helpers/catalogs.ts';

for (const [id, field] of [
  ['usc', 'chapter_number'],
  ['ecfr', 'part_number'],
] as const)
  test(`each document of ${id} is known by its title, with its ${field}, or with none`, () => {
    const source = sourceOf(id);
    const catalog = catalogOf(source, randomDocuments(source, 300, 7));
    const numbers = new Set<string | null>();
    for (let ordinal = 0; ordinal < catalog.count; ordinal++) {
      const identifier = catalog.identifier(ordinal);
      const { metadata } = JSON.parse(catalog.item(ordinal)) as { metadata: Metadata };
      const part = partOfHistory(source, identifier);
      const known = knownIn(catalog, part).get(identifier);
      const { [field]: value = null } = metadata;
      assert.is(known?.number, value === null ? null : String(value), identifier);
      assert.is(numberIn(source, metadata), known?.number);
      assert.equal(known?.metadata(), metadata);
      assert.is(knownIn(catalog, `${id}/t999`).has(identifier), false);
      numbers.add(known?.number ?? null);
    }
    assert.ok(numbers.has(null) && numbers.size > 3, [...numbers].join());
  });

test.run();
