import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chapterStart } from '../../../../build/site/app/browse/chapter-start.ts';

const chapters = [19, 1, 45, 3].map((count, i) => ({ number: String(i + 1), name: null, count }));

test('a chapter begins after the earlier ones, at the start of a page', () => {
  assert.equal(
    ['1', '2', '3', '4'].map(chapter => chapterStart(chapters, chapter)),
    [0, 0, 20, 60],
  );
});

test('an unknown chapter begins with the title', () => {
  assert.equal(
    [chapterStart(chapters, '9'), chapterStart(chapters, undefined), chapterStart([], '1')],
    [0, 0, 0],
  );
});

test.run();
