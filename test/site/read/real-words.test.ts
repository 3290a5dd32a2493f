import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { realTest } from '../../helpers/real-corpora.ts';
import { problemOf, realReadDocuments } from './real-pages.ts';
import { wordsProblem } from './words.ts';

/** `npm run bench -- reading` does this for all of them. */
const STEP = 150;

realTest(test, 'real documents: every word is on the page, no markup is left, footnotes lead to their notes', async corpora => {
  const problems: string[] = [];
  for (const document of realReadDocuments(corpora, STEP)) {
    const problem = document.body.length < 300_000 ? await problemOf(document) : null;
    if (problem) problems.push(`${document.identifier}: ${problem}`);
  }
  assert.equal(problems, []);
});

test('a word that is missing, or markup that is left, is found', () => {
  assert.is(wordsProblem('Lamp\n\nOne two.\n', 'One two.', '§ 1. Lamp'), null);
  assert.is(wordsProblem('Lamp\n\nOne two.\n', 'Lamp One two.', 'Another'), null);
  assert.match(wordsProblem('Lamp\n\nOne two.\n', 'One.', 'Lamp')!, /goes on/);
  assert.match(wordsProblem('One two.\n', 'two One.', '')!, /goes on/);
  assert.match(wordsProblem('Lost\n\nOne.\n', 'One.', 'Lamp')!, /goes on/);
  assert.match(wordsProblem('One.\n', '**One.**', '')!, /markup/);
  assert.match(wordsProblem('One [1].\n', 'One [^1].', '')!, /markup/);
});

test.run();
