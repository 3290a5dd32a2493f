import process from 'node:process';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { documentOf, partOf } from './editions.ts';

/** Appends editions to an archive one by one, from a number on, and prints the number of each that is in it, until it is killed. */
const [folder = '', from = '0'] = process.argv.slice(2);
for (let edition = Number(from); ; edition++) {
  const append = new ArchiveAppend(folder);
  append.enter(partOf(Array.from({ length: 8 }, (_, i) => documentOf(i, edition))));
  append.commit();
  append.close();
  process.stdout.write(`${edition}\n`);
}
