import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keysOfIdentifier, keysOfPages } from '../../../build/contract/citations/document-keys.ts';
import { type JournalCitation, type SourceId, sourceOf } from '../../../build/contract/sources.ts';

const matches = (source: SourceId, identifier: string, ...keys: string[]): void =>
  assert.equal(keysOfIdentifier(source, identifier), [`id:${identifier}`, ...keys]);

test('an identifier has the keys of its section, its range or its number', () => {
  matches('usc', '/us/usc/t17/s106', 'usc:17:106');
  matches('usc', '/us/usc/t45/s65, 66', 'usc:45:65', 'usc:45:66');
  matches('usc', '/us/usc/t18a/pl/96/456/s6', 'usc:18a:6');
  matches('ecfr', '/us/cfr/t1/s1.1', 'cfr:1:1.1');
  matches('ecfr', '/us/cfr/t1/other');
  matches('ecfr', '/us/cfr/t23/p230/app', 'part-appendix:/us/cfr/t23/p230/app');
  matches('fr', '/us/fr/2018-09910', 'fr:2018-09910');
});

test('a journal’s document has keys for its first and its later pages', () => {
  const citation = sourceOf('fr').citation as JournalCitation;
  const pages = (fr_citation: unknown, end_page: unknown = null) =>
    keysOfPages(citation, { fr_citation, end_page });
  assert.equal(pages(' 83 FR 21,707 '), ['frp:83:21707']);
  assert.equal(pages('83 FR 21707', 21_709), ['frp:83:21707', 'frpw:83:21708', 'frpw:83:21709']);
  assert.equal(pages('83 FR 21707', 21_707), ['frp:83:21707']);
  assert.equal(pages('83 FR 21707', 21_700), ['frp:83:21707'], 'a slip');
  assert.is(pages('83 FR 1', 5001).length, 5001);
  assert.equal(pages('83 FR 1', 5002), ['frp:83:1'], 'a slip');
  for (const written of [null, undefined, 7, '', 'FR 21707', '83 FR', '83 FR 21707-21710'])
    assert.equal(pages(written, 21_710), [], String(written));
});

test.run();
