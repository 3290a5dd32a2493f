import { hash } from 'node:crypto';
import { type CorpusFile, isLevelFile } from '../corpus/file.ts';
import type { CorpusFolder } from '../corpus/files.ts';
import { type FolderTimes, isUntouched, readCorpusFile, type Timestamps } from '../corpus/timestamps.ts';
import { type DocumentState, fileDigest } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import type { Ledger } from './ledger.ts';

interface Comparing {
  corpus: string;
  store: StateStore;
  began: number;
}

/** A folder of the corpus, compared with what the last build found there. It holds no paths but those that are gone. */
export class ComparedFolder {
  readonly #folder: CorpusFolder;
  readonly #times: FolderTimes;
  /** Where new and changed files are in the list of the folder's files. */
  readonly #changed: number[] = [];
  /** As `#changed`: documents of which only the times are others. */
  readonly #retimed: [at: number, times: Timestamps][] = [];
  readonly #gone: readonly string[];
  /** The number of documents that are new or changed. */
  readonly count: number;

  /** @param times of the folder's files */
  constructor(folder: CorpusFolder, times: FolderTimes, comparing: Comparing) {
    this.#folder = folder;
    this.#times = times;
    const known = new Map(comparing.store.timestampsIn(folder.name));
    let count = 0;
    for (const [i, file] of folder.files().entries()) {
      const [last, now] = [known.get(file.path), times.at(i)];
      known.delete(file.path);
      if (last && now && isUntouched(now, last)) continue;
      const isLevel = isLevelFile(file);
      const retimed = last && now && !isLevel ? timesOfSame(comparing, file) : null;
      if (retimed) this.#retimed.push([i, retimed]);
      else this.#changed.push(i);
      if (!retimed && !isLevel) count++;
    }
    this.#gone = [...known.keys()];
    this.count = count;
  }

  get name(): string {
    return this.#folder.name;
  }

  get source(): CorpusFolder['source'] {
    return this.#folder.source;
  }

  /** How many rows of the state change. */
  get changes(): number {
    return this.#changed.length + this.#retimed.length + this.#gone.length;
  }

  /** New and changed files. */
  files(): CorpusFile[] {
    return this.#filesAt(this.#changed);
  }

  #filesAt(places: readonly number[]): CorpusFile[] {
    const files = places.length > 0 ? this.#folder.files() : [];
    return places.map(i => files[i] as CorpusFile);
  }

  /** Enters all but new and changed files: what is gone, and other times. */
  enterOthers({ store, ledger }: { store: StateStore; ledger: Ledger }): void {
    for (const path of this.#gone) {
      if (isLevelFile({ path })) ledger.removeLevel(path);
      else ledger.remove(store.get(path) as DocumentState);
    }
    const retimed = this.#filesAt(this.#retimed.map(([at]) => at));
    for (const [i, { path }] of retimed.entries())
      store.setTimestamps(path, (this.#retimed[i] as [number, Timestamps])[1]);
    store.setFolder(this.name, this.#times.fingerprint(this.#folder.text));
  }
}

/** After a fresh checkout every file has another time, and hardly any has other content. @returns null where it has */
function timesOfSame({ corpus, store, began }: Comparing, file: CorpusFile): Timestamps | null {
  const read = readCorpusFile(corpus, file, began);
  const digest = fileDigest(store.get(file.path) as DocumentState);
  return 'bytes' in read && hash('sha256', read.bytes) === digest ? read.timestamps : null;
}
