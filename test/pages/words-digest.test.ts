import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wordsDigests } from '../../build/pages/words-digest.ts';

/** What counts as other words of a document: of its own text, and of its credits and notes. */

const BODY = `# § 9. Lamps

The keeper shall trim **each** lamp.

**Source Credit**: ([Pub. L. 94–553, title I](/us/pl/94/553/tI), § 101, Oct. 19, 1976.)

## Notes

### Amendments

2001—A lamp was struck out.
`;

/** Which words differ where this stands for that. */
function other(from: string, to: string): string {
  assert.ok(BODY.includes(from), from);
  const [one, two] = [wordsDigests(BODY), wordsDigests(BODY.replace(from, to))];
  return (['text', 'notes'] as const).filter(words => one[words] !== two[words]).join(' ');
}

test('the own text and its heading', () => {
  assert.is(other('trim', 'dim'), 'text');
  assert.is(other('§ 9. Lamps', '§ 9. Lights'), 'text');
  assert.is(other('lamp.\n', 'lamp.\n\nNo person may darken it.\n'), 'text');
});

test('credits and notes', () => {
  assert.is(other('Oct. 19', 'Oct. 20'), 'notes');
  assert.is(other('struck out', 'added'), 'notes');
  assert.is(other('### Amendments', '### Changes'), 'notes');
  assert.is(other('\n## Notes', '\n(Added.)\n\n## Notes'), 'notes');
});

test('words that move from the text into the notes are both', () => {
  assert.is(other('# § 9. Lamps\n\nThe keeper shall trim **each** lamp.', '# § 9. Lamps'), 'text');
  assert.is(other('**Source Credit**: ', ''), 'text notes');
});

test('links, emphasis, dashes and white space are no words', () => {
  assert.is(other('title I](/us/pl/94/553/tI), § 101', 'title I, § 101](/us/pl/94/553/s101)'), '');
  assert.is(other('[Pub. L. 94–553, title I](/us/pl/94/553/tI)', 'Pub. L. 94–553, title I'), '');
  assert.is(other('**each**', 'each'), '');
  assert.is(other('2001—A', '2001–A'), '');
  assert.is(other('shall trim', 'shall\n  trim'), '');
  assert.is(other('shall trim', 'shall\n\ntrim'), '', 'nor where a paragraph ends');
  assert.is(other('Lamps\n', 'Lamps\n\n***\n'), '', 'nor a paragraph without words');
  assert.is(other('shall trim', 'shalltrim'), 'text');
});

test.run();
