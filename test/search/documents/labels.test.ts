import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lengthWithoutNotes, namesOf } from '../../../build/search/documents/labels.ts';
import { toSearchDocument } from '../../../build/search/documents/search-document.ts';

const document = (source: 'usc' | 'cfr' | 'fr', metadata: Record<string, unknown>) =>
  toSearchDocument({ id: 'x', identifier: `/us/${source}/x`, source, metadata, body: '' } as never, '');

test('the names above a section are those of its hierarchy, without the source', () => {
  const names = namesOf(
    document('usc', {
      title_number: 17,
      title_name: 'Copyrights',
      chapter_number: '1',
      chapter_name: 'Scope',
    }),
  );
  assert.is(names, 'Title 17 - Copyrights\nChapter 1 - Scope');
});

test('the names above a notice are its agencies, not its months', () => {
  const metadata = { publication_date: '2018-05-10', agency: 'Lamp Office', agencies: ['Oil Board'] };
  assert.is(namesOf(document('fr', metadata)), 'Lamp Office\nOil Board');
  assert.is(namesOf(document('fr', { publication_date: '2018-05-10' })), '');
});

test('a text ends at its first editors’ note', () => {
  for (const begin of [
    'Source Credit:',
    'Editorial Notes',
    'Statutory Notes',
    'Historical and Revision Notes',
  ])
    assert.is(lengthWithoutNotes(`The law.\n${begin} of 1976\nMore.`), 'The law.'.length, begin);
  assert.is(lengthWithoutNotes('The law.\nEditorial Notes\nMore.\nSource Credit: x'), 'The law.'.length);
  for (const text of ['', 'The law.', 'The law, see Editorial Notes.', 'The law.\nNotes'])
    assert.is(lengthWithoutNotes(text), text.length);
});

test.run();
