import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outcomeOf, reportText } from '../../build/import/report.ts';
import { importedFiles, importSample, SAMPLE_XML } from '../helpers/sample-import.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

const LAUNCH = join(import.meta.dirname, '../../build/launch.cjs');

const start = (...args: string[]) =>
  spawnSync(process.execPath, [LAUNCH, 'import', ...args], { encoding: 'utf8', timeout: 120_000 });

test('the committed sample equals the import of its XML, byte for byte', async () => {
  const { report, files } = await importSample(temporaryFolder());
  assert.is(outcomeOf(report), 'whole', reportText(report));
  assert.not.match(reportText(report), 'unknown element');
  assert.equal(importedFiles(), [...files.keys()], 'npx tsx test/import/renew-sample.ts makes them anew');
  for (const [path, content] of files)
    assert.is(readFileSync(join(SAMPLE_CORPUS, path), 'utf8'), content, path);
});

test('the sample has each kind of unit, and all are marked as sample', async () => {
  const { files } = await importSample(temporaryFolder());
  const documents = [...files].filter(([path]) => !path.endsWith('/_level.md'));
  const field = (content: string, name: string) => new RegExp(`^${name}: "(.*)"$`, 'm').exec(content)?.[1];
  const kinds = documents.map(([, content]) =>
    [
      field(content, 'source'),
      field(content, 'granularity') ?? field(content, 'document_type') ?? 'section',
    ].join(' '),
  );
  assert.equal([...new Set(kinds)].sort(), [
    'ecfr appendix',
    'ecfr section',
    'fr notice',
    'fr presidential_document',
    'fr rule',
    'usc plan',
    'usc rule',
    'usc section',
  ]);
  for (const [path, content] of documents) assert.is(field(content, 'legal_status'), 'sample', path);
  const all = [...files.values()].join('\n');
  for (const shown of [
    '/us/cfr/t33/p971/table1',
    'status: "reserved"',
    'status: "repealed"',
    'rowspan="2"',
    '[^1]:',
    '> - **',
  ])
    assert.ok(all.includes(shown), shown);
});

test('the command imports the sample XML into a new corpus, word for word', () => {
  const { status, stdout, stderr } = start(SAMPLE_XML, '--out', temporaryFolder());
  assert.is(status, 0, stderr);
  assert.match(stdout, /^words ([\d,]+) in, \1 out/m);
  assert.match(stdout, /^5 imported, 0 unchanged, 0 failed$/m);
});

test('the command refuses to write into the sample, even its own XML', () => {
  const { status, stderr } = start(SAMPLE_XML, '--out', SAMPLE_CORPUS);
  assert.is(status, 2);
  assert.match(stderr, 'is the sample corpus');
});

test.run();
