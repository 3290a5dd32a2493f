import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { documentPath } from '../../build/contract/paths.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';

/**
 * Reads a tree over and over while builds change it: `reader.ts TREE ACCEPTED`, where ACCEPTED is a JSON file of the
 * SHA-256s that each path may have. Prints what no reader may see, one line each; ends when its input does.
 */
const [tree, acceptedFile] = process.argv.slice(2) as [string, string];
const accepted: Record<string, string[]> = JSON.parse(fs.readFileSync(acceptedFile, 'utf8'));
let reads = 0;

function read(file: string): Buffer | null {
  try {
    return fs.readFileSync(path.join(tree, file));
  } catch {
    return null;
  }
}

function* filesBelow(folder: string): Generator<string> {
  let entries: fs.Dirent[] = [];
  try {
    entries = fs.readdirSync(path.join(tree, folder), { withFileTypes: true });
  } catch {
    // Not there yet, or not any more.
  }
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(name);
    else yield name;
  }
}

const isListing = (file: string): boolean => /^api\/[^/]+\/documents(\.json|\/_q\/)/.test(file);

/** Documents that a listing names and that are not there. */
function absent(listing: Buffer): string[] {
  const items: { source: 'usc'; identifier: string }[] = JSON.parse(listing.toString()).data;
  return items
    .map(({ source, identifier }) => documentPath(sourceOf(source), identifier, 'json'))
    .filter(file => !fs.existsSync(path.join(tree, file)));
}

function check(file: string): void {
  const content = read(file);
  if (!content) return;
  reads++;
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (!accepted[file]?.includes(sha256)) console.log(`torn: ${file}`);
  else if (isListing(file) && absent(content).length > 0) checkAgain(file, content);
}

function checkAgain(file: string, content: Buffer): void {
  // A listing may have been replaced, and its document removed, since it was read.
  const again = read(file);
  const missing = again ? absent(again) : [];
  if (again?.equals(content) && missing.length > 0) console.log(`dangling: ${file} names ${missing[0]}`);
}

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

function round(): void {
  for (const { id } of SOURCES) for (const file of filesBelow(`api/${id}`)) check(file);
  if (isOver) console.log(`reads: ${reads}`);
  else setImmediate(round);
}
round();
