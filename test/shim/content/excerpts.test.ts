import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../build/contract/errors.ts';
import { pinpointParam, pinpointText } from '../../../build/contract/paragraphs/pinpoint-param.ts';
import { excerptOf } from '../../../shim/content/excerpts.ts';

const labels = (text: string): string[] => pinpointParam([{ name: 'pinpoint', value: text }]) ?? [];
const excerpt = (markdown: string, pinpoint: string): string | null => excerptOf(markdown, labels(pinpoint));

/** A statute: levels are nested lists. */
const STATUTE = `# § 1. Ponds[^1]

The keeper of a pond shall—

- **(a)** **Duty**.—feed the ducks, which—

  - **(1)** are wet[^2]; and

  - **(2)** have—

    - **(A)** feathers; or

    - **(B)** down; and

    further hopes; and

  each of them a name;

- **(b)** rest.

A pond is never dry.

**Source Credit**: (Pub. L. 99–9001.)

## Notes

### Of ducks

(c) A duck of the notes.

[^1]: So in original.

[^2]: Some are dry.

    They complain.

[^3]: Nobody calls this.
`;

/** A regulation: paragraphs are flat, and several labels may begin one. */
const REGULATION = `# § 1.1 Ducks.

(a) *Food.* (1) Bread is bad.

(i) White bread is worse.

(ii) So is cake.

(2) Oats are good. They are—

(i) Cheap; and

(ii) Dry.

(A) *Wet oats.* These are not dry.

(*1*) Nor is soup.

(b) *Rest.* Ducks rest.

All day.

(c)-(g) [Reserved]

(h) Ducks swim.

(i) Ducks fly.

(j) Ducks land.
`;

test('a paragraph of nested lists has its introductions and everything in it', () => {
  assert.is(
    excerpt(STATUTE, '(a)(2)'),
    `# § 1. Ponds[^1]

The keeper of a pond shall—

- **(a)** **Duty**.—feed the ducks, which—

  - **(2)** have—

    - **(A)** feathers; or

    - **(B)** down; and

    further hopes; and

[^1]: So in original.
`,
  );
});

test('an outer paragraph has the words behind its inner ones', () => {
  const text = excerpt(STATUTE, '(a)') ?? '';
  assert.match(text, /\*\*\(2\)\*\* have—[\s\S]*further hopes; and\n\n {2}each of them a name;\n\n\[\^1\]/);
  assert.not.match(text, /rest\.|never dry/);
});

test('an innermost paragraph ends where words to its left begin', () => {
  const text = excerpt(STATUTE, '(a)(2)(B)') ?? '';
  assert.match(text, / {4}- \*\*\(B\)\*\* down; and\n\n\[\^1\]/);
  assert.not.match(text, /feathers|further hopes|are wet/);
  assert.match(text, /which—\n\n {2}- \*\*\(2\)\*\* have—\n\n {4}- \*\*\(B\)/);
});

test('the last paragraph has no words behind the list', () => {
  assert.match(excerpt(STATUTE, '(b)') ?? '', /shall—\n\n- \*\*\(b\)\*\* rest\.\n\n\[\^1\]/);
});

test('a paragraph has the footnotes that it calls, whole, and no others', () => {
  const text = excerpt(STATUTE, '(a)(1)') ?? '';
  assert.match(text, /\n\[\^1\]: So in original\.\n\n\[\^2\]: Some are dry\.\n\n {4}They complain\.\n$/);
  assert.not.match(text, /Nobody/);
  const without = excerpt(STATUTE.replace('[^1]', ''), '(a)(1)') ?? '';
  assert.match(without, /which—\n\n {2}- \*\*\(1\)\*\* are wet\[\^2\]; and\n\n\[\^2\]: Some/);
});

test('labels in notes, behind the source credit, are no paragraphs of the section', () => {
  assert.is(excerpt(STATUTE, '(c)'), null);
  const withoutCredit = STATUTE.replace(/\*\*Source Credit.*\n\n/, '');
  assert.is(excerpt(withoutCredit, '(c)'), null);
  assert.is(excerpt(withoutCredit.replace('### Of ducks\n\n', ''), '(c)'), null);
});

test('a label behind a heading in the same paragraph begins there', () => {
  assert.is(
    excerpt(REGULATION, '(a)(1)'),
    '# § 1.1 Ducks.\n\n(a) *Food.* (1) Bread is bad.\n\n(i) White bread is worse.\n\n(ii) So is cake.\n',
  );
  assert.is(
    excerpt(REGULATION, '(a)(1)(ii)'),
    '# § 1.1 Ducks.\n\n(a) *Food.* (1) Bread is bad.\n\n(ii) So is cake.\n',
  );
  assert.is(
    excerpt(REGULATION, '(a)(2)(i)'),
    '# § 1.1 Ducks.\n\n(a) *Food.*\n\n(2) Oats are good. They are—\n\n(i) Cheap; and\n',
  );
});

test('a bold label in a paragraph begins with its stars', () => {
  const two = '# § 1. A\n\n- **(b)** **(1)** One.\n\n  - **(2)** Two.\n';
  assert.is(excerpt(two, '(b)(2)'), '# § 1. A\n\n- **(b)**\n\n  - **(2)** Two.\n');
});

test('numbers in italics are a level below capital letters', () => {
  assert.match(excerpt(REGULATION, '(a)(2)(ii)(A)(1)') ?? '', /not dry\.\n\n\(\*1\*\) Nor is soup\.\n$/);
});

test('a paragraph without labels belongs to the one before it', () => {
  assert.is(excerpt(REGULATION, '(b)'), '# § 1.1 Ducks.\n\n(b) *Rest.* Ducks rest.\n\nAll day.\n');
});

test('the letter i behind h is no numeral', () => {
  assert.is(excerpt(REGULATION, '(i)'), '# § 1.1 Ducks.\n\n(i) Ducks fly.\n');
  assert.is(excerpt(REGULATION, '(h)(i)'), null);
});

test('the numeral i behind h is one where ii follows it', () => {
  const ducks = '# § 1. A\n\n(h) H.\n\n(i) One.\n\n(ii) Two.\n\n(i) Letter.\n\n(j) J.\n';
  assert.is(excerpt(ducks, '(h)(i)'), '# § 1. A\n\n(h) H.\n\n(i) One.\n');
  assert.is(excerpt(ducks, '(i)'), '# § 1. A\n\n(i) Letter.\n');
});

test('the last paragraph ends with the text', () => {
  assert.is(excerpt(REGULATION, '(j)'), '# § 1.1 Ducks.\n\n(j) Ducks land.\n');
});

test('line ends of other systems make no difference', () => {
  for (const end of ['\r\n', '\r'])
    assert.is(excerpt(REGULATION.replaceAll('\n', end), '(a)(1)'), excerpt(REGULATION, '(a)(1)'));
});

test('upper and lower case are different labels', () => {
  assert.is(excerpt(STATUTE, '(a)(2)(a)'), null);
  assert.is(excerpt(STATUTE, '(A)'), null);
});

test('quotations and tables have no paragraphs', () => {
  assert.is(excerpt('# § 1. A\n\n> (a) Quoted.\n', '(a)'), null);
  assert.is(excerpt('# § 1. A\n\n| (a) | b |\n| --- | --- |\n', '(a)'), null);
});

test('the first of two paragraphs with the same labels is given', () => {
  const twice = '# § 1. A\n\n(a) One.\n\n(b) Two.\n\nWords.\n\n(a) Three.\n';
  assert.match(excerpt(twice, '(a)') ?? '', /One\.\n$/);
});

test('a paragraph is introduced by the list that it is in, not by a former one with the same labels', () => {
  const twice = '# § 1. A\n\n(a) One.\n\n(b) Two.\n\nWords.\n\n(a) Three.\n\n(1) Four.\n';
  assert.is(excerpt(twice, '(a)(1)'), '# § 1. A\n\n(a) Three.\n\n(1) Four.\n');
});

test('a second heading of the first rank begins the lists anew', () => {
  const text = '# § 1. A\n\n(a) One.\n\n(1) Two.\n\n# B\n\n(2) Three.\n';
  assert.match(excerpt(text, '(2)') ?? '', /\n\(2\) Three\.\n$/);
  assert.is(excerpt(text, '(a)(2)'), null);
});

test('a text without labels has no paragraphs', () => {
  assert.is(excerpt('', '(a)'), null);
  assert.is(excerpt('# § 1. A\n\nWords (a) within.\n', '(a)'), null);
});

test('the parameter is a row of labels in parentheses', () => {
  assert.equal(labels('(a)(1)(A)(iv)(II)'), ['a', '1', 'A', 'iv', 'II']);
  assert.is(pinpointText(['a', '1']), '(a)(1)');
  assert.is(pinpointParam([]), null);
  assert.is(pinpointParam([{ name: 'pinpoint', value: '' }]), null);
  const wrong = ['a', '(a', 'a)', '()', '(a) (1)', '(a)x', 'x(a)', '(a1)', '(abcdefg)', '(12345)', '(é)'];
  for (const text of [...wrong, '(a)'.repeat(11)]) {
    try {
      labels(text);
      assert.unreachable(text);
    } catch (error) {
      assert.instance(error, ApiError, text);
      assert.is((error as ApiError).status, 400);
    }
  }
});

test.run();
