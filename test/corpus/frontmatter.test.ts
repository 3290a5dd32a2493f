import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../build/corpus/frontmatter.ts';

const parse = (text: string) => parseFrontmatter(Buffer.from(text));

function dataOf(yaml: string): Record<string, unknown> {
  const result = parse(`---\n${yaml}\n---\nbody`);
  if ('reason' in result) throw new Error(result.reason);
  return result.data;
}

function reasonOf(text: string | Buffer): string {
  const result = parseFrontmatter(Buffer.from(text));
  if ('reason' in result) return result.reason;
  throw new Error('it was read');
}

function bodyOf(text: string): string {
  const result = parse(text);
  if ('reason' in result) throw new Error(result.reason);
  return result.body;
}

test('a scalar is kept as written', () => {
  assert.equal(
    dataOf(
      'a: 2026-03-01\nb: 010\nc: 0123\nd: true\ne: 1e3\nf: 0x1F\ng: 1_000\nh: 12:30:45\ni: .inf\nj: yes',
    ),
    {
      a: '2026-03-01',
      b: '010',
      c: '0123',
      d: 'true',
      e: '1e3',
      f: '0x1F',
      g: '1_000',
      h: '12:30:45',
      i: '.inf',
      j: 'yes',
    },
  );
});

test('an empty value is null, and a quoted null is a text', () => {
  assert.equal(dataOf('a:\nb: null\nc: ~\nd: ""\ne: "null"'), {
    a: null,
    b: null,
    c: null,
    d: '',
    e: 'null',
  });
});

test('lists are lists of texts', () => {
  assert.equal(dataOf('a:\n  - 1\n  - "x: y"\nb: []\nc: [1, true]'), {
    a: ['1', 'x: y'],
    b: [],
    c: ['1', 'true'],
  });
});

test('block scalars and line breaks in quotes are YAML', () => {
  assert.equal(dataOf('a: "x\n  y"\nb: |\n  x\n  --- y\nc: >-\n  x\n  y'), {
    a: 'x y',
    b: 'x\n--- y\n',
    c: 'x y',
  });
});

test('the body follows the closing line without leading blank lines', () => {
  assert.is(bodyOf('---\na: 1\n---\n\n# H\n\nText.\n'), '# H\n\nText.\n');
  assert.is(bodyOf('---\na: 1\n---\n# H'), '# H');
  assert.is(bodyOf('---\na: 1\n---  \n \t\n\n  indented\n'), '  indented\n');
  assert.is(
    bodyOf('---\na: 1\n---\n\n# H\n\n---\n\nafter a rule\n---\n'),
    '# H\n\n---\n\nafter a rule\n---\n',
  );
  assert.is(bodyOf('---\na: 1\n---'), '');
  assert.is(bodyOf('---\na: 1\n---\n\n'), '');
});

test('a byte order mark and CRLF are accepted', () => {
  assert.equal(parse('\ufeff---\r\na: "x"\r\nb: 1\r\n---\r\n\r\n# H\r\n\r\nText.\r\n'), {
    data: { a: 'x', b: '1' },
    body: '# H\r\n\r\nText.\r\n',
  });
});

test('yaml may be named as the language', () => {
  assert.equal(parse('---yaml\na: 1\n---\nx'), { data: { a: '1' }, body: 'x' });
  assert.equal(parse('--- yaml \na: 1\n---\nx'), { data: { a: '1' }, body: 'x' });
});

test('no frontmatter is executed', () => {
  const global = globalThis as { executed?: boolean };
  for (const language of ['js', 'javascript', ' js', 'JS', 'Javascript', 'coffee', 'cson', 'coffeescript']) {
    const text = `---${language}\n{ identifier: (globalThis.executed = true) }\n---\nx`;
    assert.is(reasonOf(text), `the frontmatter must be YAML, but is marked ${language.trim()}`);
  }
  assert.is(global.executed, undefined);
});

test('languages other than YAML are refused', () => {
  for (const language of ['json', 'toml', 'constructor', '__proto__', 'toString', '# comment', 'yaml.js']) {
    const text = `---${language}\n{"a": 1}\n---\nx`;
    assert.is(reasonOf(text), `the frontmatter must be YAML, but is marked ${language}`);
  }
});

test('a file without frontmatter is a problem', () => {
  for (const text of [
    '',
    '# H\n',
    '\n---\na: 1\n---\n',
    ' ---\na: 1\n---\n',
    '----\na: 1\n----\n',
    '---',
    '---\rb',
  ]) {
    assert.is(reasonOf(text), 'the file does not begin with frontmatter, a line ---');
  }
});

test('frontmatter that is not closed is a problem', () => {
  for (const text of [
    '---\n',
    '---\na: 1\n',
    '---\na: 1\n----\nx',
    '---\na: 1\n---x: 2\n---\nx',
    '---\na: 1\n ---\n',
  ]) {
    assert.is(reasonOf(text), 'the frontmatter is not closed by a line ---');
  }
});

test('invalid UTF-8 is a problem, in frontmatter and body', () => {
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
    const bad = Buffer.from(bytes);
    assert.is(
      reasonOf(Buffer.concat([Buffer.from('---\na: '), bad, Buffer.from('\n---\n')])),
      'the file is not valid UTF-8',
    );
    assert.is(reasonOf(Buffer.concat([Buffer.from('---\na: 1\n---\n'), bad])), 'the file is not valid UTF-8');
  }
});

test('a YAML error names the line of the file', () => {
  assert.is(
    reasonOf('---\na: 1\nb: "x\n---\nx'),
    'the frontmatter is not valid YAML in line 3: unexpected end of the stream within a double quoted scalar',
  );
  assert.match(reasonOf('---\na: 1\n\tb: 2\n---\nx'), /^the frontmatter is not valid YAML in line \d: /);
  assert.match(reasonOf('---\na: b\u0007\n---\nx'), /non-printable characters/);
});

test('a repeated key is a problem', () => {
  assert.is(
    reasonOf('---\na: 1\nb: 2\na: 3\n---\nx'),
    'the frontmatter is not valid YAML in line 4: duplicated mapping key',
  );
});

test('a tag is a problem and makes no object', () => {
  for (const value of [
    '!!js/function "function () {}"',
    '!!int 5',
    '!!binary aGk=',
    '!!timestamp 2026-01-01',
    '!x 1',
  ]) {
    assert.match(
      reasonOf(`---\na: ${value}\n---\nx`),
      /^the frontmatter is not valid YAML in line 2: unknown/,
    );
  }
});

test('frontmatter that is not a mapping is a problem', () => {
  for (const yaml of ['- a', 'text', '~', '"a: 1"']) {
    assert.is(reasonOf(`---\n${yaml}\n---\nx`), 'the frontmatter is not a mapping of keys to values');
  }
  assert.equal(dataOf(''), {});
  assert.equal(dataOf('# only a comment'), {});
});

test('keys of Object.prototype are ordinary keys', () => {
  const data = dataOf('__proto__:\n  polluted: 1\nconstructor: x\ntoString: y');
  assert.is(Object.getPrototypeOf(data), Object.prototype);
  assert.is(data.polluted, undefined);
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal(Object.keys(data), ['__proto__', 'constructor', 'toString']);
});

test('keys with a meaning for gray-matter have no effect', () => {
  assert.is(bodyOf('---\nexcerpt_separator: "<!--"\nexcerpt: x\nlanguage: js\n---\na<!--b'), 'a<!--b');
});

test('frontmatter bombs are refused quickly', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(', ')}]`;
  const names = [...'abcdefghi'];
  const bomb = names.map((name, i) => level(name, i === 0 ? 'x' : `*${names[i - 1]}`)).join('\n');
  assert.ok(Array.isArray(dataOf(bomb).i));
  assert.match(reasonOf(`---\na: &a x\nb: [${Array(200).fill('*a').join(', ')}]\n---\n`), /aliases exceeded/);
  assert.match(reasonOf(`---\na: ${'['.repeat(50_000)}\n---\n`), /nesting exceeded/);
  assert.is(reasonOf(`---\n${'\n'.repeat(1_000_000)}---\n`), 'the frontmatter exceeds 65536 characters');
  const blanks = `---\na: b\n${' \n'.repeat(500)}`;
  assert.equal(dataOf(`a: b\n${' \n'.repeat(499)}`), { a: 'b' });
  assert.is(reasonOf(`${blanks} \n---\n`), 'the frontmatter has more than 1000 blank characters in a row');
});

test('frontmatter has up to 65,536 characters', () => {
  const text = (length: number) => `---\na: ${'x'.repeat(length - '---\na: '.length)}\n---\n`;
  assert.equal(reasonOf(text(65_537)), 'the frontmatter exceeds 65536 characters');
  assert.not('reason' in parseFrontmatter(Buffer.from(text(65_536))));
});

test.run();
