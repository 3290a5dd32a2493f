import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../build/contract/sources.ts';
import { LevelTrees } from '../../build/pages/level-trees.ts';
import type { StateStore } from '../../build/state/store.ts';
import { catalogOf, catalogsWith, documentWith } from '../helpers/catalogs.ts';
import { levelOf } from '../helpers/levels.ts';

const [usc, ecfr, fr] = [sourceOf('usc'), sourceOf('ecfr'), sourceOf('fr')];
const CHAPTERS = [
  ['t1', 'ch1'],
  ['t1', 'ch2'],
  ['t2', 'ch1'],
] as const;

function trees() {
  const asked: string[] = [];
  const levels = {
    of: (source: string) => {
      asked.push(source);
      return [];
    },
  } as unknown as StateStore['levels'];
  const documents = CHAPTERS.map(([title, chapter]) =>
    documentWith(usc, `/us/usc/${title}/s${chapter}`, {
      hierarchy: [
        levelOf('title', title.slice(1), 'GULLS', `/us/usc/${title}`),
        levelOf('chapter', chapter.slice(2), 'NESTS', `/us/usc/${title}/${chapter}`),
      ],
    }),
  );
  return { asked, trees: new LevelTrees(catalogsWith(catalogOf(usc, documents)), { levels }) };
}

test('levels of a source are made once, when they are first asked for', () => {
  const { asked, trees: own } = trees();
  assert.equal(
    own.sources.map(({ id }) => id),
    ['usc', 'ecfr'],
  );
  assert.equal(asked, []);
  assert.is(own.of(usc)?.byIdentifier.size, 5);
  own.inPart(usc, 'usc/structure/t1');
  own.partsOf(usc);
  assert.equal(asked, ['usc']);
  assert.is(own.of(ecfr)?.byIdentifier.size, 0);
  assert.equal(asked, ['usc', 'ecfr']);
});

test('a source that is browsed by dates has no levels', () => {
  const { asked, trees: own } = trees();
  assert.is(own.of(fr), undefined);
  assert.equal([...own.inPart(fr, 'fr/structure/2018')], []);
  assert.equal([...own.partsOf(fr)], []);
  assert.equal(asked, []);
});

test('a part of the manifest lists the levels of a title', () => {
  const { trees: own } = trees();
  const names = (part: string) => own.inPart(usc, part).map(({ identifier }) => identifier);
  assert.equal([...own.partsOf(usc)], ['usc/structure/t1', 'usc/structure/t2']);
  assert.equal(names('usc/structure/t1'), ['/us/usc/t1', '/us/usc/t1/ch1', '/us/usc/t1/ch2']);
  assert.equal(names('usc/structure/t2'), ['/us/usc/t2', '/us/usc/t2/ch1']);
  assert.equal(names('usc/structure/t3'), []);
});

test('the doubles of a title are the levels that have the number of another one', () => {
  const chapters = [
    ['1', 'NESTS'],
    ['1', 'EGGS'],
    ['2', 'BEAKS'],
  ] as const;
  const documents = chapters.map(([number, name], i) =>
    documentWith(usc, `/us/usc/t3/s${i + 1}`, {
      hierarchy: [levelOf('title', '3', 'TERNS'), levelOf('chapter', number, name)],
    }),
  );
  const levels = { of: () => [] } as unknown as StateStore['levels'];
  const own = new LevelTrees(catalogsWith(catalogOf(usc, documents)), { levels });
  assert.equal(
    own.doublesIn('usc/t3').map(([, identifier]) => identifier),
    ['/us/usc/t3/ch1~2'],
  );
});

test.run();
