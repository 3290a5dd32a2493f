import fs from 'node:fs';
import path from 'node:path';
import { listCorpusFiles } from '../../../build/corpus/files.ts';
import type { Random } from '../../helpers/random.ts';
import { type CorpusText, fieldOf, renumbered, withField } from './renumber.ts';

/** What happens in a night, as shares of its changes. */
const KINDS = [
  ['body', 0.5],
  ['name', 0.15],
  ['status', 0.05],
  ['renamed', 0.05],
  ['removed', 0.1],
  ['added', 0.05],
  ['published', 0.1],
] as const;

export type ChangeKind = (typeof KINDS)[number][0];

/** Amendments are of a few titles, and of sections beside each other there. */
const TITLES = 5;
const RUN = 4;
/** New documents of the Federal Register are as long as most are. */
const LONGEST_PUBLISHED = 200_000;

/**
 * Changes a corpus as a night does. Sections are amended, renumbered, repealed, added and removed in a handful of titles; new documents of
 * the Federal Register have a day of its newest month.
 *
 * @param night from 1 on: no two nights of a corpus may have the same
 * @returns the number of changes of each kind
 */
export function changeCorpus(
  corpus: string,
  changes: number,
  night: number,
  random: Random,
): Record<ChangeKind, number> {
  const files = Array.from(listCorpusFiles(corpus), file => file.path);
  const published = files.filter(file => file.startsWith('fr/'));
  const month = published.map(file => file.slice(0, 'fr/2024/01'.length)).reduce((a, b) => (a > b ? a : b));
  const day = `${month.slice(3).replace('/', '-')}-${String(1 + (night % 28)).padStart(2, '0')}`;
  const next = sectionsOf(files, random);
  const done = {} as Record<ChangeKind, number>;
  for (const [kind, share] of KINDS) {
    done[kind] = Math.round(changes * share);
    for (let i = 0; i < done[kind]; i++) {
      const change: Change = { corpus, day, letters: `n${night}x${i}` };
      if (kind === 'published') publish(change, shortOf(corpus, published, random), month);
      else amend(change, kind, next());
    }
  }
  return done;
}

interface Change {
  corpus: string;
  day: string;
  /** Tells this change from all others. */
  letters: string;
}

const read = (corpus: string, file: string): CorpusText => ({
  path: file,
  text: fs.readFileSync(path.join(corpus, file), 'utf8'),
});

function write(corpus: string, { path: file, text }: CorpusText): void {
  fs.mkdirSync(path.dirname(path.join(corpus, file)), { recursive: true });
  fs.writeFileSync(path.join(corpus, file), text);
}

function amend({ corpus, day, letters }: Change, kind: Exclude<ChangeKind, 'published'>, file: string): void {
  const document = read(corpus, file);
  if (kind === 'removed' || kind === 'renamed') fs.rmSync(path.join(corpus, file));
  if (kind === 'removed') return;
  const dated = { ...document, text: withField(document.text, 'last_updated', day) };
  write(corpus, AMENDMENTS[kind](dated, letters));
}

const AMENDMENTS: Record<
  Exclude<ChangeKind, 'published' | 'removed'>,
  (document: CorpusText, letters: string) => CorpusText
> = {
  body: ({ path, text }, letters) => ({ path, text: `${text}\nAmended as ${letters} says.\n` }),
  name: ({ path, text }, letters) => {
    const [title, name] = [fieldOf(text, 'title') ?? '', fieldOf(text, 'section_name') ?? ''];
    const named = withField(text, 'title', `${title} ${letters}`);
    return { path, text: withField(named, 'section_name', `${name} ${letters}`) };
  },
  status: ({ path, text }) => ({
    path,
    text: /^status:/m.test(text)
      ? text.replace(/^status: .*\n/m, '')
      : text.replace(/^currency:/m, 'status: "repealed"\ncurrency:'),
  }),
  renamed: (document, letters) => renumbered(document, digits => digits + letters),
  added: (document, letters) => renumbered(document, digits => `${digits}a${letters}`),
};

function publish({ corpus, day, letters }: Change, document: CorpusText, month: string): void {
  const { path: file, text } = renumbered(document, digits => digits + letters);
  const dated = ['publication_date', 'currency', 'last_updated'].reduce(
    (text, field) => withField(text, field, day),
    text,
  );
  write(corpus, { path: `${month}/${path.basename(file)}`, text: dated });
}

function shortOf(corpus: string, files: readonly string[], random: Random): CorpusText {
  for (;;) {
    const document = read(corpus, random.pick(files));
    if (document.text.length < LONGEST_PUBLISHED) return document;
  }
}

/** Sections of a few titles, a run of neighbours after the other; none comes twice. */
function sectionsOf(files: readonly string[], random: Random): () => string {
  const titles = new Map<string, string[]>();
  for (const file of files) {
    const title = titleOf(file);
    const sections = titles.get(title);
    if (sections) sections.push(file);
    else if (title !== '') titles.set(title, [file]);
  }
  const sections = [...titles.values()].flat();
  const chosen = Array.from({ length: TITLES }, () => titles.get(titleOf(random.pick(sections)))!);
  const taken = new Set<string>();
  let run: string[] = [];
  return () => {
    for (;;) {
      const file = run.shift();
      if (file !== undefined && !taken.has(file)) {
        taken.add(file);
        return file;
      }
      if (file !== undefined) continue;
      const title = random.pick(chosen);
      const from = random.below(title.length);
      run = title.slice(from, from + RUN);
    }
  };
}

/** `usc/title-17`; empty for the Federal Register. */
const titleOf = (file: string): string => /^(?:usc|ecfr)\/[^/]+/.exec(file)?.[0] ?? '';
