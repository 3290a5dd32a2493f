import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  documentLevel,
  identifyingLevels,
  isDated,
  isDateLevel,
  levelsAbove,
  outerLevel,
  pagedLevels,
} from '../../build/contract/levels.ts';
import type { SourceEntry } from '../../build/contract/sources/entry.ts';
import { LEVELS } from '../../build/contract/sources/shared.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { hnl, plaw, sho } from '../e2e/new-source/contract.ts';

/** Rules beyond the types of an entry, for real and invented sources. */
const entries: readonly SourceEntry[] = [...SOURCES, sho, hnl, plaw];

function assertWithin(names: readonly string[], allowed: readonly string[], what: string): void {
  assert.equal(
    names.filter(name => !allowed.includes(name)),
    [],
    what,
  );
}

for (const source of entries) {
  const { id, metadata, required, listing, monthListing, filters, sorts, precomputed, citation } = source;
  const fields = Object.keys(metadata);

  test(`${id}: an entry names its own fields, filters and sorts only`, () => {
    assertWithin(required, fields, 'required');
    assertWithin(listing, fields, 'listing');
    assertWithin(monthListing, listing, 'monthListing');
    assertWithin(
      filters.map(({ field }) => field),
      // Levels are made of several fields.
      [...fields, LEVELS],
      'filters',
    );
    assertWithin(sorts, fields, 'sorts');
    assertWithin([source.defaultSort.replace(/^-/, '')], sorts, 'defaultSort');
    const params = filters.map(({ param }) => param);
    assertWithin(Object.keys(precomputed.pagesOf), params, 'precomputed');
    assertWithin(precomputed.cursorsOf, Object.keys(precomputed.pagesOf), 'precomputed by cursor');
    assert.is(
      precomputed.levels !== undefined,
      precomputed.pagesOf.within !== undefined,
      'levels with lists',
    );
    assertWithin(['display_title', 'last_updated'], required, 'what every document has');
  });

  test(`${id}: the hierarchy names existing fields`, () => {
    assert.match(source.namespace, /^\/.+\/$/);
    const outer = outerLevel(source);
    assertWithin([outer.field], sorts, 'sorts');
    assertWithin(
      source.levels.filter(level => !isDateLevel(level)).map(({ field }) => field),
      fields,
      'levels',
    );
    assert.is(documentLevel(source).shown, 'page');
    assert.is(outer.shown, 'page');
    if (isDated(source)) {
      assert.equal(
        levelsAbove(source).map(({ numbering }) => numbering),
        ['year', 'month'],
      );
      return assert.equal(identifyingLevels(source), []);
    }
    // Levels in identifiers come first.
    assert.equal(levelsAbove(source).slice(0, identifyingLevels(source).length), identifyingLevels(source));
    assert.is(outer.numbering, 'integer');
    assert.is(typeof outer.prefix, 'string');
    assertWithin(
      levelsAbove(source).map(({ name }) => `${name}_name`),
      fields,
      'names',
    );
    const told = pagedLevels(source).slice(0, 2);
    assertWithin(
      told.flatMap(({ name, field }) => [field, `${name}_name`]),
      listing,
      'listing',
    );
    assertWithin([outer.field], required, 'required');
    assert.equal(monthListing, []);
  });

  test(`${id}: a pattern of citations captures nothing`, () => {
    const patterns =
      citation === null ? [] : [citation.name, 'section' in citation ? citation.section : citation.number];
    for (const pattern of patterns) assert.is(new RegExp(`${pattern}|`).exec('')?.length, 1, pattern);
    if (citation !== null) assert.match(citation.abbreviation, /^[A-Z]+$/);
    if (citation?.by === 'page') assertWithin([citation.field, 'document_number'], fields, 'citation');
  });
}

test('no two sources share an id, a namespace or a kind of citation keys', () => {
  const kinds = entries.flatMap(({ citation }) =>
    Object.values(citation?.keys ?? {}).filter(kind => kind !== null),
  );
  const lists = [
    entries.map(({ id }) => id),
    entries.map(({ namespace }) => namespace),
    ['id', 'docket', 'rin', ...kinds],
  ];
  for (const list of lists) assert.is(new Set(list).size, list.length, list.join(' '));
});

test.run();
