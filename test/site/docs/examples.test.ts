import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openapi } from '../../../build/pages/openapi.ts';
import { clientFiles } from '../../../build/site/clients/files.ts';
import { readChapters } from '../../../build/site/docs/chapters.ts';
import { EXAMPLE_ORIGIN, LANGUAGES, type Language } from '../../../build/site/docs/languages.ts';
import type { Description } from '../../../build/site/reference/description.ts';
import { configureEngine } from '../../../shim/search/configure.ts';
import { ROOT } from '../../helpers/handbook.ts';
import { testWhere } from '../../helpers/needs.ts';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { examplesOf } from './examples-of.ts';
import { RUNNERS, runCode } from './run.ts';

/** Runs every example of the guide, and compares its output with the guide's. */

const examples = readChapters().flatMap(({ name, tree }) =>
  examplesOf(tree.children).map((example, i) => ({
    ...example,
    name: `${path.basename(name, '.md')}-${i + 1}`,
  })),
);

let shim: Shim;
/** Holds the clients beside the examples, as in a reader's folder. */
let folder: string;
const wholeMinutes = { passed: 0 };
const { now } = performance;

test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist, engine: configureEngine(dist, null) });
  folder = temporaryFolder();
  for (const file of clientFiles(openapi() as Description))
    fs.writeFileSync(path.join(folder, path.basename(file.path)), file.content);
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  // Examples have no key, so each begins with a new minute.
  performance.now = () => now.call(performance) + wholeMinutes.passed * 60_000;
});
test.after(async () => {
  performance.now = now;
  await shim.close();
});

for (const { name, code, output } of examples) {
  for (const [language, text] of code) {
    testWhere(test, RUNNERS[language].hindrance, `${name} in ${language}`, async () => {
      wholeMinutes.passed += 2;
      const here = text.replaceAll(EXAMPLE_ORIGIN, `http://127.0.0.1:${shim.port}`);
      const told = await runCode(language, here, folder, name);
      assert.equal({ code: told.code, problems: told.problems }, { code: 0, problems: '' });
      if (output !== null) assert.fixture(told.out.trimEnd(), output.trimEnd());
    });
  }
}

test('every example shows its output, except one that varies', () => {
  const silent = examples.filter(({ output }) => output === null).map(({ name }) => name);
  assert.equal(silent, ['11-changes-1']);
  assert.equal(
    examples.filter(({ output }) => output?.trim() === '').map(({ name }) => name),
    [],
  );
});

test('eight examples have all four languages', () => {
  const all = Object.keys(LANGUAGES) as Language[];
  const whole = examples.filter(({ code }) => all.every(language => code.has(language)));
  assert.equal(
    whole.map(({ name }) => name),
    [
      ...['01-first-request-1', '04-caching-1', '06-paging-1', '08-search-1'],
      ...['09-limits-2', '10-errors-1', '11-changes-2', '12-dumps-1'],
    ],
  );
  assert.equal(
    examples.filter(({ code }) => code.size > 1).map(({ name }) => name),
    whole.map(({ name }) => name),
  );
});

test.run();
