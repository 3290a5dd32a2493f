import fs from 'node:fs';
import path from 'node:path';
import { writeDump } from '../../build/dumps/write-dump.ts';
import { entryOf, placedPart } from '../helpers/dumped.ts';

/** A process of its own: writes a dump of so many documents of a megabyte each, and tells the most memory that it took, bytes. */

const [folder = '', count = ''] = process.argv.slice(2);
const [tree, staging] = [path.join(folder, 'tree'), path.join(folder, 'staging')];
fs.mkdirSync(path.join(tree, 'api'), { recursive: true });
const documents = Array.from({ length: Number(count) }, (_, i) => {
  const json = JSON.stringify({ i, body: 'The lighthouse keeper shall keep the light. '.repeat(24_000) });
  const file = `api/${i}.json`;
  fs.writeFileSync(path.join(tree, file), json);
  return entryOf(file, json);
});
const dump = writeDump({
  tree,
  staging,
  dumped: 'usc/t1',
  parts: [placedPart('usc/t1', documents)],
  published: null,
});
console.log(JSON.stringify({ dump, most: 1024 * process.resourceUsage().maxRSS }));
