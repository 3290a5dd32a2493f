import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programVersion } from '../../build/common/code-version.cjs';
import { importXml, type Report } from '../../build/import/import.ts';
import { silent } from '../../build/report/progress.ts';
import { keptForVersion } from './kept-folder.ts';
import { unpacked } from './official-xml.ts';

/** What an import of official XML gave. */
export interface OfficialImport {
  /** Tests only read it. */
  corpus: string;
  report: Report;
}

const REPORT = 'report.json';

/**
 * The import of all official XML of a source, into a corpus of its own. It is made once for a version of all commands' code,
 * since imports record that version and start anew with another one. It is kept for other test files.
 */
export async function officialImport(source: 'usc' | 'ecfr' | 'fr'): Promise<OfficialImport> {
  const from = join(unpacked('official-xml'), source);
  const folder = await keptForVersion(`official-${source}`, `${from}\n${programVersion()}`, async draft => {
    const corpus = join(draft, 'corpus');
    const report = await importXml({ from: [from], corpus, allowsOlder: true, isCheck: false }, silent);
    writeFileSync(join(draft, REPORT), JSON.stringify(report));
  });
  return { corpus: join(folder, 'corpus'), report: JSON.parse(readFileSync(join(folder, REPORT), 'utf8')) };
}
