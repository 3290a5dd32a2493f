import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { listOf } from '../../build/dumps/dump-pieces.ts';
import { writeDump } from '../../build/dumps/write-dump.ts';

/** A process of its own: writes a dump of so many documents of a megabyte each, and tells the most memory that it took, bytes. */

const [folder = '', count = ''] = process.argv.slice(2);
const [tree, staging] = [path.join(folder, 'tree'), path.join(folder, 'staging')];
fs.mkdirSync(path.join(tree, 'api'), { recursive: true });
const documents = Array.from({ length: Number(count) }, (_, i) => {
  const json = JSON.stringify({ i, body: 'The lighthouse keeper shall keep the light. '.repeat(24_000) });
  const file = `api/${i}.json`;
  fs.writeFileSync(path.join(tree, file), json);
  return { path: file, sha256: hash('sha256', json) };
});
const dump = writeDump({
  tree,
  staging,
  dumped: 'usc/t1',
  documents: listOf(documents),
  newest: '2026-01-01',
  published: null,
});
console.log(JSON.stringify({ dump, most: 1024 * process.resourceUsage().maxRSS }));
