import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldOf, headingOf, isReserved, type ReadDocument } from '../../../build/site/app/read/document.ts';

const document = (source: ReadDocument['source'], metadata: ReadDocument['metadata']): ReadDocument => ({
  ...{ id: '', source, identifier: '/us/x', body: '' },
  metadata,
});

test('the heading of a section has its sign, number and name, and that of several sections two signs', () => {
  const of = (source: ReadDocument['source'], section_number: string, section_name: string | null = 'Oil') =>
    headingOf(document(source, { section_number, section_name, display_title: 'x' }));
  assert.is(of('usc', '106'), '§ 106. Oil');
  assert.is(of('usc', '101 and 102'), '§§ 101 and 102. Oil');
  assert.is(of('usc', '65, 66', null), '§§ 65, 66.');
  assert.is(of('ecfr', '2.2'), '§ 2.2 Oil');
  assert.is(of('ecfr', '§ 16.104-16.109', '§§ 16.104-16.109   [Reserved]'), '§§ 16.104-16.109 [Reserved]');
  assert.is(of('fr', '2018-09910'), 'x', 'a document of another kind has its title');
  assert.is(headingOf(document('usc', {})), '/us/x');
});

test('a blank field is null, and a number is a text', () => {
  const of = (value: unknown) => fieldOf({ metadata: { value } as ReadDocument['metadata'] }, 'value');
  assert.equal(['a', 0, 17, ' ', '', null, undefined, true, ['a']].map(of), [
    'a',
    '0',
    '17',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a reserved section is recognized by its name', () => {
  assert.ok(isReserved(document('ecfr', { section_name: '[Reserved]' })));
  assert.ok(isReserved(document('ecfr', { display_title: '§ 2 [RESERVED]' })));
  assert.not(isReserved(document('ecfr', { section_name: 'Rooms that are reserved' })));
});

test.run();
