import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseYaml, quickMapping } from '../../build/corpus/yaml.ts';
import { Random } from '../helpers/random.ts';
import { realDocuments, realTest } from '../helpers/real-corpora.ts';

/** Whatever a line may be made of that means something in YAML, somewhere. */
const KEYS = [
  'a',
  'b',
  'title',
  'title_number',
  'null',
  'NULL',
  'a-b',
  '_',
  '__proto__',
  'constructor',
  '1',
  '? a',
  '"a"',
  '~',
  '- a',
];
const COLONS = [':', ': ', ':  ', ' : ', ':\t', ':x', ''];
const VALUES = [
  '',
  '""',
  '"x y"',
  '"x',
  'x"',
  '"x" y',
  '"a: b # c"',
  '"\\n"',
  "'x'",
  '1',
  '1.5',
  'true',
  'null',
  'Null',
  '~',
  'x',
  'x y',
  'x: y',
  'x:',
  'x #y',
  '#y',
  '-',
  '- x',
  '-1',
  '&a x',
  '*a',
  '!!str x',
  '|',
  '>-',
  '[x]',
  '{x: y}',
  '@x',
  '%x',
  '"\u00a0"',
  '"\u0085"',
  '"\u2028"',
  '"\ufeff"',
  '"\u{1f600}"',
  '"\u0000"',
  '"\t"',
  '"\n\n  x y"',
  '"\n\n x"',
  '"\n\nx"',
  '"\n\n  "',
  '"\n\n  x" y',
  '"\n  x"',
  '"\n\n\n  x"',
  '"\n\n  x\n  y"',
  '2026-01-02',
  'a/b',
  'x ',
  '"x" ',
  '...',
  '---',
  '<<',
];
const INDENTS = ['  - ', '- ', '    - ', '  -', ' - ', '  '];
const ENDS = ['\n', '\n', '\n', '\n', '\r\n', '\n\n', '\n# x\n', ''];

function mapping(random: Random): string {
  const lines = Array.from({ length: 1 + random.below(6) }, () => {
    const start = random.chance(0.3) ? random.pick(INDENTS) : random.pick(KEYS) + random.pick(COLONS);
    return start + random.pick(VALUES) + random.pick(ENDS);
  });
  return lines.join('');
}

/** Mostly of the usual form, so that the quick way reads many. */
function usualMapping(random: Random): string {
  const word = () =>
    random.pick([
      '"x y"',
      '""',
      'x',
      '17',
      '2026-01-02',
      'true',
      'null',
      '"null"',
      '"é – §"',
      '"\n\n  (§ 1.)"',
    ]);
  const lines = Array.from({ length: 1 + random.below(6) }, () => {
    const key = random.pick(['a', 'b', 'c', 'd', 'e', 'F', 'constructor']);
    const shape = random.below(10);
    if (shape > 7) {
      const field = () => `${random.pick(['level', 'name', 'a', 'null'])}: ${word()}\n`;
      return (
        random.pick([`${key}:\n`, '']) +
        random.pick(['  - ', '    ', '  -  ']) +
        field() +
        random.pick(['', `    ${field()}`])
      );
    }
    if (shape === 0) return random.chance(0.3) ? '  -\n' : `  - ${word()}\n`;
    if (shape < 3)
      return `${key}:\n${Array.from({ length: random.below(3) }, () => `  - ${word()}\n`).join('')}`;
    return `${key}: ${word()}\n`;
  });
  return lines.join('');
}

for (const [name, make, least] of [
  ['of anything', mapping, 10],
  ['of usual lines', usualMapping, 2000],
] as const) {
  test(`the quick parser reads a mapping like the library: mappings ${name}`, () => {
    const random = new Random(4);
    let quick = 0;
    for (let i = 0; i < 20_000; i++) {
      const text = make(random);
      const data = quickMapping(text);
      if (!data) continue;
      quick++;
      // As text, with the order of the keys: `assert.equal` trips over a key named `constructor`.
      assert.is(JSON.stringify(data), JSON.stringify(parseYaml(text)), JSON.stringify(text));
    }
    assert.ok(quick >= least, `${quick} were read`);
  });
}

test('the quick parser reads a list of mappings, as the importer writes levels', () => {
  const text =
    'hierarchy:\n  - level: "title"\n    number: "17"\n  - level: "chapter"\n    identifier: "/us/usc/t17/ch1"\nx: 1\n';
  const data = quickMapping(text);
  assert.equal(data, {
    hierarchy: [
      { level: 'title', number: '17' },
      { level: 'chapter', identifier: '/us/usc/t17/ch1' },
    ],
    x: '1',
  });
  assert.equal(data, parseYaml(text));
});

realTest(
  test,
  'every real frontmatter is read as by the library, most of it by the quick parser',
  corpora => {
    const files = realDocuments(corpora);
    let quick = 0;
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const block = text.slice(4, text.indexOf('\n---', 3));
      const data = quickMapping(block);
      if (!data) continue;
      quick++;
      assert.is(JSON.stringify(data), JSON.stringify(parseYaml(block)), file);
    }
    assert.ok(quick > 0.9 * files.length, `${quick} of ${files.length}`);
  },
);

test.run();
