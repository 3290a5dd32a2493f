import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../../build/text/plain.ts';
import { realTest } from '../../helpers/real-corpora.ts';
import { emptyRoot, sanitise } from './page.ts';
import { problemOf } from './page-problem.ts';
import { realReadDocuments } from './real-documents.ts';
import { wordsProblem } from './words.ts';

/** A sample of the documents. `npm run bench -- reading` checks all, in a browser. */
const STEP = 700;
const LONGEST = 30_000;

realTest(
  test,
  'pages of real documents have every word, no markup, and footnotes that lead to their notes',
  async corpora => {
    const problems: string[] = [];
    for (const document of realReadDocuments(corpora, STEP)) {
      if (document.body.length > LONGEST) continue;
      const problem = await problemOf(emptyRoot(), document, plainText(document.body), sanitise);
      if (problem) problems.push(`${document.identifier}: ${problem}`);
    }
    assert.equal(problems, []);
  },
);

test('the check finds a missing word and leftover markup', () => {
  assert.is(wordsProblem('Lamp\n\nOne two.\n', 'One two.', '§ 1. Lamp'), null);
  assert.is(wordsProblem('Lamp\n\nOne two.\n', 'Lamp One two.', 'Another'), null);
  assert.match(wordsProblem('Lamp\n\nOne two.\n', 'One.', 'Lamp')!, /goes on/);
  assert.match(wordsProblem('One two.\n', 'two One.', '')!, /goes on/);
  assert.match(wordsProblem('Lost\n\nOne.\n', 'One.', 'Lamp')!, /goes on/);
  assert.match(wordsProblem('One.\n', '**One.**', '')!, /markup/);
  assert.match(wordsProblem('One [1].\n', 'One [^1].', '')!, /markup/);
});

test.run();
