import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Metadata, SourceId } from '../../build/contract/sources.ts';
import { readWebPath, webPathOf } from '../../build/contract/web-path.ts';
import { parseFrontmatter } from '../../build/corpus/frontmatter.ts';
import { outcomeOf } from '../../build/import/report.ts';
import { officialImport } from '../helpers/official-import.ts';
import { officialTest } from '../helpers/official-xml.ts';
import { realDocuments } from '../helpers/real-corpora.ts';

officialTest(
  test,
  'official-xml',
  'every document of the official XML has a path of its own that leads back, spelled out for none',
  async () => {
    const imports = [await officialImport('usc'), await officialImport('ecfr')];
    for (const { report } of imports) assert.is(outcomeOf(report), 'whole');
    const files = imports.flatMap(({ corpus }) => realDocuments(corpus));
    const seen = new Set<string>();
    const kinds = new Map<string, number>();
    for (const file of files) {
      const read = parseFrontmatter(readFileSync(file));
      if ('reason' in read) throw new Error(`${file}: ${read.reason}`);
      const { source, identifier, granularity, ...metadata } = read.data as Metadata & { source: SourceId };
      const path = webPathOf({ source, identifier: String(identifier), metadata });
      assert.equal(readWebPath(path), { view: 'document', source, identifier }, path);
      assert.not.match(path, '/document-', path);
      // The name of several sections, `t24/s1 /us/usc/t24/s2`, has slashes.
      if (!/ \/us\//.test(String(identifier))) assert.not.match(path, '%2F', path);
      seen.add(path);
      kinds.set(String(granularity), (kinds.get(String(granularity)) ?? 0) + 1);
    }
    assert.is(seen.size, files.length);
    assert.equal([kinds.get('appendix'), kinds.get('rule'), kinds.get('plan')], [154, 302, 107]);
  },
);

test.run();
