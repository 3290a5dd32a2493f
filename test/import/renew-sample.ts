import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outcomeOf, reportText } from '../../build/import/report.ts';
import { importedFiles, importSample } from '../helpers/sample-import.ts';
import { SAMPLE_CORPUS } from '../helpers/tree.ts';

/** Renews the imported part of the sample corpus: `npx tsx test/import/renew-sample.ts`. */

const folder = mkdtempSync(join(tmpdir(), 'pandect-sample-'));
try {
  const { report, files } = await importSample(folder);
  console.log(reportText(report));
  if (outcomeOf(report) !== 'whole') throw new Error('The sample stays as it was.');
  for (const path of importedFiles()) if (!files.has(path)) rmSync(join(SAMPLE_CORPUS, path));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(SAMPLE_CORPUS, path)), { recursive: true });
    writeFileSync(join(SAMPLE_CORPUS, path), content);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
