import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { partOfHistory } from '../../build/archive/noted-documents.ts';
import { sourceOf } from '../../build/contract/sources.ts';

/** The part of an archive with the history of a document. */

test('a history is with those of its title, or of the year in its number; numbers without a year share a part', () => {
  for (const [source, name, part] of [
    ['usc', 'usc/t17/s106', 'usc/t17'],
    ['usc', 'usc/t5a/pl/1', 'usc/t5a'],
    ['ecfr', 'cfr/t33/s62.1', 'ecfr/t33'],
    ['fr', 'fr/2012-1728', 'fr/2012'],
    ['fr', 'fr/C1-2017-20310', 'fr/2017'],
    ['fr', 'fr/E8-23178', 'fr/other'],
    ['fr', 'fr/04-16753', 'fr/other'],
  ] as const)
    assert.is(partOfHistory(sourceOf(source), `/us/${name}`), part, name);
});

test.run();
