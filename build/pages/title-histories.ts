import fs from 'node:fs';
import path from 'node:path';
import type { Run } from '../archive/history.ts';
import type { WordsDigests } from '../archive/noted-documents.ts';
import { collectGarbage } from '../common/garbage.ts';
import { resourceEnds, timestampOf } from '../contract/envelope.ts';
import { identifierInKey } from '../contract/level-chains.ts';
import { kindOf } from '../contract/level-changes.ts';
import {
  type DocumentHistory,
  type HeldRun,
  type HeldText,
  historyFile,
  type LevelDoubles,
  serialisedHistory,
} from '../contract/title-history.ts';
import type { Amended } from '../contract/version.ts';
import { digestOfFile } from '../files/digest.ts';
import type { PartText } from '../files/manifest/patch.ts';
import type { Output } from '../files/staging.ts';
import { historyRows } from './history-rows.ts';
import { PackedHistories } from './packed-histories.ts';
import { type Candidate, renumbered } from './renumbered.ts';

/** Makes the file with the histories of a title's documents (build/contract/README.md, Changes of a level). */

/** What is known of a text. */
export interface KnownText {
  held: HeldText;
  words: WordsDigests;
}

/** The times of a document, without those that another text of the same day has replaced, and those that read as the ones before. */
function timesOf(runs: readonly Run[], textOf: (run: Run) => KnownText): HeldRun[] {
  const times: HeldRun[] = [];
  let before: KnownText | null | undefined;
  runs.forEach((run, i) => {
    if (runs[i + 1]?.first.day === run.first.day) return;
    const known = run.version && textOf(run);
    const amended = before && known ? amendedIn(before, known) : null;
    const isSame = before && known ? amended === null : before === known;
    const isNewInNotes = amended === 'notes';
    if (!isSame) times.push({ from: run.first.day, text: known && { ...known.held, isNewInNotes } });
    before = known;
  });
  return times;
}

/** What of a document reads otherwise than before; null for nothing. */
export function amendedIn(before: KnownText, after: KnownText): Amended | null {
  const ownOf = ({ held, words }: KnownText): string => JSON.stringify([held, words.text]);
  if (ownOf(before) !== ownOf(after)) return 'text';
  return before.words.notes === after.words.notes ? null : 'notes';
}

export interface TitleInput {
  /** Of the archive, such as `usc/t17`. */
  part: string;
  /** Of the levels of the title, see `LevelTrees`. */
  doubles: LevelDoubles;
  /** Since when the archive keeps all versions, where it dropped some (`--archive-keep`); null: it dropped none. */
  keptSince: string | null;
  /** Reads the body of a document's text that began on a day. */
  bodyOn: (identifier: string, day: string) => string;
}

/** The histories of the documents of a title, on the way from the published files to the new ones. */
export class TitleHistories {
  readonly #input: TitleInput;
  readonly #rows = new PackedHistories();
  /** Days on which something may be other than before. */
  readonly #days = new Set<string>();
  /** Identifiers of levels by their keys. */
  readonly #doubles: ReadonlyMap<string, string>;

  /** @param known what is published; null where nothing can be used of it: all documents are put then */
  constructor(input: TitleInput, known: Iterable<DocumentHistory> | null) {
    this.#input = input;
    for (const row of known ?? []) this.#rows.set(row);
    this.#doubles = new Map(input.doubles);
  }

  /** @param textOf what is known of the document in one of these times */
  put(identifier: string, runs: readonly Run[], textOf: (run: Run) => KnownText): void {
    const held = timesOf(runs, run => this.#withLevels(textOf(run)));
    const before = this.#rows.get(identifier);
    for (const { from } of [...(before?.runs ?? []), ...held]) this.#days.add(from);
    if (held.some(({ text }) => text)) this.#rows.set({ identifier, runs: held });
    else this.#rows.delete(identifier);
  }

  /** Names levels by their identifiers. A former level that no document has today is called by its number alone. */
  #withLevels({ held, words }: KnownText): KnownText {
    const levels = held.levels.map(key => this.#doubles.get(key) ?? identifierInKey(key));
    return { words, held: { ...held, levels } };
  }

  /** Whether nothing is known of the title any longer: its last document was dropped from the archive. */
  get isEmpty(): boolean {
    return this.#rows.count === 0;
  }

  /** The file, which has at least one document. */
  output(): Output {
    this.#nameFormer();
    const [source = '', name = ''] = this.#input.part.split('/');
    const days = new Set<string>();
    for (const { runs } of this.#rows) for (const run of runs) days.add(run.from);
    const [first = '', ...others] = [...days].sort();
    // What was there before is not known of all documents.
    const from = [first, this.#input.keptSince ?? ''].sort().at(-1) ?? '';
    const to = [others.at(-1) ?? '', from].sort().at(-1) ?? '';
    const timestamp = timestampOf(to);
    const history = { from, to, documents: this.#rows, doubles: this.#input.doubles };
    // A title that was read, and the texts of its documents, may be hundreds of megabytes of garbage.
    if (this.#rows.count > MANY) collectGarbage();
    function* content(): Generator<Buffer> {
      const [before, after] = resourceEnds(timestamp);
      yield Buffer.from(before);
      for (const piece of serialisedHistory(history)) yield Buffer.from(piece);
      yield Buffer.from(after);
    }
    return { path: historyFile(source, name), content: content(), timestamp };
  }

  /** Tells of new documents which former ones they are. */
  #nameFormer(): void {
    const byDay = new Map<string, { gone: Candidate[]; fresh: Candidate[] }>();
    for (const row of this.#rows)
      for (const [i, after] of row.runs.entries()) {
        const before = row.runs[i - 1];
        if (!before || !this.#days.has(after.from)) continue;
        if (after.text?.was) this.#name(row.identifier, after.from, null);
        const kind = kindOf(before, after);
        if (kind === 'amended') continue;
        const day = byDay.get(after.from) ?? { gone: [], fresh: [] };
        byDay.set(after.from, day);
        const began = kind === 'removed' ? before.from : after.from;
        const { identifier } = row;
        const bodyOn = this.#input.bodyOn;
        day[kind === 'removed' ? 'gone' : 'fresh'].push({
          identifier,
          get body() {
            return bodyOn(identifier, began);
          },
        });
      }
    for (const [day, { gone, fresh }] of byDay)
      if (gone.length > 0 && fresh.length > 0)
        for (const [identifier, was] of renumbered(gone, fresh)) this.#name(identifier, day, was);
  }

  #name(identifier: string, day: string, was: string | null): void {
    const runs = this.#rows.get(identifier)?.runs ?? [];
    const named = runs.map(run =>
      run.from === day && run.text ? { ...run, text: { ...run.text, was } } : run,
    );
    this.#rows.set({ identifier, runs: named });
  }
}

/** Documents of a large title. */
const MANY = 20_000;

/**
 * Reads the published histories of a title.
 *
 * @param part of the archive @param published the part of the manifest with files of versions of its documents @param doubles of the title as they are now
 * @returns null where the file is missing, is not as it was published, or calls levels otherwise
 */
export function publishedHistories(
  tree: string,
  part: string,
  published: Pick<PartText, 'find'>,
  doubles: LevelDoubles,
): Iterable<DocumentHistory> | null {
  const [source = '', name = ''] = part.split('/');
  const file = historyFile(source, name);
  const entry = published.find(file);
  const target = path.join(tree, file);
  if (!entry || !fs.existsSync(target) || digestOfFile(target) !== entry.sha256) return null;
  const { doubles: known, rows } = historyRows(target);
  return JSON.stringify(known) === JSON.stringify(doubles) ? rows : null;
}
