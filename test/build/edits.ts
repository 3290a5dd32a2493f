import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Random } from '../helpers/random.ts';

/** Random edits of a corpus, as converters, people and version control make them. */
export type Edit = (corpus: string, random: Random) => void;

const documents = (corpus: string): string[] =>
  fs
    .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter(name => /^(usc|ecfr|fr)\/.*\.md$/.test(name) && !/(^|\/)(README\.md|_)/.test(name))
    .sort();

const some = (corpus: string, random: Random): string => random.pick(documents(corpus));
const read = (corpus: string, file: string): string => fs.readFileSync(path.join(corpus, file), 'utf8');

function write(corpus: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(corpus, file)), { recursive: true });
  fs.writeFileSync(path.join(corpus, file), text);
}

function rewrite(corpus: string, random: Random, change: (text: string) => string): void {
  const file = some(corpus, random);
  write(corpus, file, change(read(corpus, file)));
}

const name = (random: Random): string => `section-x${random.below(1000)}.md`;

/** Gives a document another identifier, and another title where it has one. */
function renumber(text: string, random: Random): string {
  const title = random.pick([1, 17, 30]);
  return text
    .replace(/^identifier: .*$/m, line =>
      line.replace(/\/us\/(usc|cfr|fr)\/.*?("?)$/, (_, kind, quote) =>
        kind === 'fr'
          ? `/us/fr/2018-${10_000 + random.below(20_000)}${quote}`
          : `/us/${kind}/t${title}/s${random.below(900)}x${quote}`,
      ),
    )
    .replace(/^title_number: [1-9]\d*$/m, `title_number: ${title}`);
}

const levels = (corpus: string): string[] =>
  fs
    .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter(name => /^(usc|ecfr|fr)\/.*\/_level\.md$/.test(name))
    .sort();

export const EDITS: Record<string, Edit> = {
  /** Of a level: its name, its notes, its file. */
  level(corpus, random) {
    const files = levels(corpus);
    if (files.length === 0) return;
    const file = random.pick(files);
    const text = read(corpus, file);
    const change = random.below(4);
    if (change === 0) write(corpus, file, text.replace(/^name: .*$/m, `name: "NAME ${random.below(1e6)}"`));
    if (change === 1) write(corpus, file, `${text}\nA further note, ${random.below(1e6)}.\n`);
    if (change === 2)
      write(corpus, file, text.replace(/^status: .*\n|^(?=has_text)/m, 'status: "reserved"\n'));
    if (change === 3) fs.rmSync(path.join(corpus, file));
  },
  /** A reserved part beside another level. */
  reserve(corpus, random) {
    const file = levels(corpus).find(name => name.startsWith('ecfr/title-33/'));
    if (file === undefined) return;
    const number = String(980 + random.below(10));
    const head = `identifier: "/us/cfr/t33/p${number}"\nlevel: "part"\nnumber: "${number}"\nstatus: "reserved"`;
    const above = 'hierarchy:\n  - level: "title"\n    number: "33"\n    identifier: "/us/cfr/t33"';
    write(corpus, path.join(path.dirname(file), `part-${number}/_level.md`), `---\n${head}\n${above}\n---\n`);
  },
  body: (corpus, random) =>
    rewrite(corpus, random, text => `${text}\nA further *word*, ${random.below(1e6)}.\n`),
  metadata: (corpus, random) =>
    rewrite(corpus, random, text => text.replace(/^title: .*$/m, `title: "Renamed ${random.below(1e6)}"`)),
  day: (corpus, random) =>
    rewrite(corpus, random, text =>
      text.replace(/^last_updated: .*$/m, `last_updated: "${random.day(2020, 5)}"`),
    ),
  status: (corpus, random) =>
    rewrite(corpus, random, text => text.replace(/^source: .*$/m, '$&\nstatus: "repealed"')),
  add(corpus, random) {
    const file = some(corpus, random);
    write(corpus, path.join(path.dirname(file), name(random)), renumber(read(corpus, file), random));
  },
  rename(corpus, random) {
    const file = some(corpus, random);
    fs.renameSync(path.join(corpus, file), path.join(corpus, path.dirname(file), name(random)));
  },
  move(corpus, random) {
    const [file, other] = [some(corpus, random), some(corpus, random)];
    const text = renumber(read(corpus, file), random);
    fs.rmSync(path.join(corpus, file));
    if (file.split('/')[0] === other.split('/')[0]) {
      write(corpus, path.join(path.dirname(other), name(random)), text);
    }
  },
  swap(corpus, random) {
    const [file, other] = [some(corpus, random), some(corpus, random)];
    const [text, otherText] = [read(corpus, file), read(corpus, other)];
    write(corpus, file, otherText);
    write(corpus, other, text);
  },
  remove: (corpus, random) => fs.rmSync(path.join(corpus, some(corpus, random))),
  touch(corpus, random) {
    const now = 1_700_000_000 + random.below(1e6);
    fs.utimesSync(path.join(corpus, some(corpus, random)), now, now);
  },
  sameAgain: (corpus, random) => rewrite(corpus, random, text => text),
  /** Same size, and the modification time of before. */
  sly(corpus, random) {
    const file = path.join(corpus, some(corpus, random));
    const kept = path.join(path.dirname(corpus), 'kept');
    // Node's own calls take times as numbers that cannot hold nanoseconds.
    execFileSync('cp', ['-p', file, kept]);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('the ', 'teh '));
    execFileSync('touch', ['-r', kept, file]);
    fs.rmSync(kept);
  },
  duplicate(corpus, random) {
    const file = some(corpus, random);
    const copy = random.pick([name(random), `a-${path.basename(file)}`]);
    write(corpus, path.join(path.dirname(file), copy), read(corpus, file));
  },
  badYaml: (corpus, random) =>
    rewrite(corpus, random, text => text.replace(/^title: /m, 'title: "never closed ')),
  noIdentifier: (corpus, random) => rewrite(corpus, random, text => text.replace(/^identifier: .*\n/m, '')),
};
