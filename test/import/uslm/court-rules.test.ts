import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { examined, imported, sumOf } from '../oracle/corpus.ts';
import { corpusFiles } from '../oracle/documents.ts';

/** Rules of several courts in one appendix, as in title 28. */

const APPENDIX = join(import.meta.dirname, '../fixtures/usc28a.xml');

const RULES = [
  '/us/usc/t28a/courtRules/App/rule1',
  '/us/usc/t28a/courtRules/Civ/rule1',
  '/us/usc/t28a/courtRules/Civ/rule4.1',
  '/us/usc/t28a/courtRules/Evid/rule101',
];

const rulesIn = (corpus: string) => corpusFiles(corpus, 'usc').filter(({ isUnit }) => isUnit);

test('rules of one number differ by their sets', async () => {
  const corpus = temporaryFolder();
  const report = await imported(corpus, APPENDIX);
  assert.is(outcomeOf(report), 'whole', reportText(report));
  const rules = rulesIn(corpus);
  assert.equal(rules.map(({ identifier }) => identifier).sort(), RULES);
  assert.is(new Set(rules.map(({ path }) => path)).size, RULES.length);
  assert.ok(rules.every(({ data }) => data.granularity === 'rule' && data.title_number === 28));
  const names = rules.map(({ data }) => data.title);
  assert.ok(names.includes('28 USC App. Rule 4.1 - Serving Other Ships'), names.join('; '));
  const all = examined(report, corpus);
  const { lost, broken, moved, findings } = sumOf(all);
  assert.equal({ lost, broken, moved, findings }, { lost: 0, broken: 0, moved: 0, findings: [] });
});

test('levels without numbers tell their places among all levels of the same one', async () => {
  const corpus = temporaryFolder();
  await imported(corpus, APPENDIX);
  const levels = corpusFiles(corpus, 'usc').filter(({ isUnit }) => !isUnit);
  assert.equal(Object.fromEntries(levels.map(({ identifier, data }) => [identifier, data.position])), {
    '/us/usc/t28a': undefined,
    '/us/usc/t28a/courtRules/App': 1,
    '/us/usc/t28a/courtRules/App/tI': undefined,
    '/us/usc/t28a/courtRules/Civ': 2,
    '/us/usc/t28a/courtRules/Civ/tI': undefined,
    '/us/usc/t28a/courtRules/Civ/tII': undefined,
    '/us/usc/t28a/courtRules/Evid': 3,
  });
});

test('a newer file without title and set in identifiers has the same rules', async () => {
  const [corpus, folder] = [temporaryFolder(), temporaryFolder()];
  const newer = join(folder, 'usc28a.xml');
  writeFileSync(
    newer,
    readFileSync(APPENDIX, 'utf8')
      .replace('117-80', '119-36')
      .replaceAll(/ identifier="\/us\/usc\/t28a\/courtRules\/\w+"/g, '')
      .replaceAll(/\/us\/usc\/t28a\/courtRules\/\w+\//g, '/us/usc/'),
  );
  const report = await imported(corpus, newer);
  assert.is(outcomeOf(report), 'whole', reportText(report));
  const rules = rulesIn(corpus);
  assert.equal(rules.map(({ identifier }) => identifier).sort(), RULES);
  // Two rules have the same identifier in the file: it is an alias of the first.
  const aliased = rules.filter(({ data }) =>
    (data.aliases as string[] | undefined)?.includes('/us/usc/rule1'),
  );
  assert.is(aliased.length, 1);
});

test.run();
