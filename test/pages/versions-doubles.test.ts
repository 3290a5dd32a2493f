import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LevelTrees } from '../../build/pages/level-trees.ts';
import { doublesOf, type VersionsInput } from '../../build/pages/stage-versions.ts';

const TOUCHED: Readonly<Record<string, ReadonlySet<string> | null>> = {
  'usc/t1': new Set(),
  'usc/t2': new Set(['/us/usc/t2/s1']),
  'usc/t3': null,
};
const archive = {
  root: { parts: Object.keys(TOUCHED).map(name => ({ name })) },
  touchedIn: (part: string) => TOUCHED[part] ?? null,
} as unknown as VersionsInput['archive'];
const trees = { doublesIn: (part: string) => [[part, `${part}~2`]] } as unknown as LevelTrees;

test('levels with the number of another one are read for parts that may be other than before', () => {
  assert.equal(
    [...doublesOf(trees, archive, { now: 'files', before: 'files' })],
    [
      ['usc/t2', [['usc/t2', 'usc/t2~2']]],
      ['usc/t3', [['usc/t3', 'usc/t3~2']]],
    ],
  );
});

test('where versions move to other places, they are read for all parts', () => {
  for (const before of ['archive', null] as const)
    assert.equal([...doublesOf(trees, archive, { now: 'files', before }).keys()], Object.keys(TOUCHED));
});

test.run();
