import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sectionOf } from '../../../../shim/mcp/documents/sections.ts';

const LAW = `# § 203. Termination

**(a)** **Conditions.—** In the case

> **(1)** In one
>
> **(2)** Where dead
>
> **(A)** The widow
>
> **(B)** The children
>
> **(3)** Termination

**(b)** **Effect.—** Upon

(1) A derivative

(c) Other.

(h) Next.

(i) A letter.

(j) Another.

(k)(1) Two marks (2) and one within.

(2) Last.

---

## Editorial Notes

### Amendments

**(a)** amended

### 2005 Amendment
`;

const matches = (name: string, beginning: string, end: string): void => {
  const section = sectionOf(LAW, name);
  assert.ok(section, name);
  const text = LAW.slice(section?.offset, section?.end);
  assert.is(text.slice(0, beginning.length), beginning, name);
  assert.ok(
    LAW.slice(section?.end).trimStart().startsWith(end),
    `${name} ends before ${LAW.slice(section?.end).slice(0, 30)}`,
  );
};

test('a heading is found in any case and markup, an equal one before a beginning', () => {
  matches('editorial notes', '## Editorial Notes', '');
  matches('AMENDMENTS:', '### Amendments', '### 2005');
  matches('amend', '### Amendments', '### 2005');
  matches('2005 amendment', '### 2005', '');
  matches('§ 203', '# § 203. Termination', '');
  for (const name of ['Savings', '', '***', '(', '§']) assert.is(sectionOf(LAW, name), null, name);
});

test('an equal heading wins over a beginning, and that over a part, in any order', () => {
  const text = '## Later Amendments\n\na\n\n## Amendments of 1990\n\nb\n\n## Amendments\n\nc\n';
  assert.is(sectionOf(text, 'amendments')?.title, 'Amendments');
  assert.is(sectionOf(text, 'amendments of')?.title, 'Amendments of 1990');
  assert.is(sectionOf(text, 'later')?.title, 'Later Amendments');
  assert.is(sectionOf(text.slice(0, text.lastIndexOf('##')), 'amendments')?.title, 'Amendments of 1990');
});

test('each paragraph is found below the one before, up to the next sibling', () => {
  matches('(a)', '**(a)**', '**(b)**');
  matches('(b)', '**(b)**', '(c)');
  matches('(a)(2)', '> **(2)**', '> **(3)**');
  matches('(a)(2)(A)', '> **(A)**', '> **(B)**');
  matches('(a) (2) (B)', '> **(B)**', '> **(3)**');
  matches('paragraph (b)(1)', '(1) A derivative', '(c)');
  matches('§ 203(a)', '**(a)**', '**(b)**');
  matches('(i)', '(i) A letter', '(j)');
  matches('(k)(1)', '(k)(1) Two', '(2) Last');
  matches('(k)(2)', '(2) Last', '## Editorial');
});

test('after the last letter follow doubled ones, small or capital', () => {
  const letters = ['y', 'z', 'aa', 'bb'].map(mark => `(${mark}) Of ${mark}.\n\n(1) Below.\n\n(2) Below.`);
  for (const law of [
    letters.join('\n\n'),
    letters.join('\n\n').replace(/\([a-z]+\)/g, mark => mark.toUpperCase()),
  ]) {
    const marks = Array.from(law.matchAll(/\(([a-z]+)\)/gi), ([, mark]) => mark as string);
    assert.is(marks.length, 4);
    for (const [i, mark] of marks.entries()) {
      const section = sectionOf(law, `(${mark})`);
      const next = i === 3 ? law.length : law.indexOf(`(${marks[i + 1]})`);
      assert.equal([section?.offset, section?.end], [law.indexOf(`(${mark})`), next], mark);
    }
  }
});

test('a paragraph that is missing, or only in the notes, is null', () => {
  for (const name of ['(e)', '(a)(9)', '(b)(2)(A)', '(Z)']) assert.is(sectionOf(LAW, name), null, name);
  assert.is(sectionOf('## Notes\n\n(a) note', '(a)')?.offset, 10, 'where nothing else is, notes count');
});

test.run();
