import { type Entry, fingerprintOf } from '../files/entry.ts';
import { type BuildState, type DocumentState, documentEntries, entriesOf } from '../state/state.ts';

/** Paths below `api/` by what has to become of them. */
export interface Changes {
  /** To be put in place in this order: documents, then the pages that name them. */
  written: string[];
  /** Those among them that the published tree does not have. */
  added: string[];
  /** To be removed in this order: pages, then the documents that they name. */
  removed: string[];
}

/**
 * @param before the state of the published tree or, where that is lost, paths and fingerprints of its files
 * @param state of the coming tree
 */
export function changesOf(before: BuildState | ReadonlyMap<string, string>, state: BuildState): Changes {
  if (!('documents' in before)) {
    return compare(new Map(before), { documents: entriesOf(state.documents), pages: state.pages });
  }
  const touched = (a: BuildState, b: BuildState): DocumentState[] =>
    [...a.documents.values()].filter(document => !sameOutputs(document, b.documents.get(document.file.path)));
  const old = [...touched(before, state).flatMap(documentEntries), ...before.pages];
  return compare(new Map(old.map(entry => [entry.path, fingerprintOf(entry)])), {
    documents: touched(state, before).flatMap(documentEntries),
    pages: state.pages,
  });
}

interface Coming {
  documents: Iterable<Entry>;
  pages: Iterable<Entry>;
}

/** New pages come before changed ones, so that `next` never leads to a page that is not there yet. */
function compare(published: Map<string, string>, { documents, pages }: Coming): Changes {
  const added: string[] = [];
  const written = [documents, pages].flatMap(entries => {
    const fresh: string[] = [];
    const changed: string[] = [];
    for (const entry of entries) {
      const fingerprint = published.get(entry.path);
      if (fingerprint === undefined) fresh.push(entry.path);
      else if (fingerprint !== fingerprintOf(entry)) changed.push(entry.path);
      published.delete(entry.path);
    }
    for (const file of fresh) added.push(file);
    return [...fresh, ...changed];
  });
  const left = [...published.keys()];
  return { written, added, removed: [...left.filter(file => !isDocument(file)), ...left.filter(isDocument)] };
}

/** By its place, since what a lost state leaves is no more than paths; `_q` is reserved for pages (`paths.ts`). */
const isDocument = (file: string): boolean => /^api\/[^/]+\/documents\/(?!_q\/)/.test(file);

function sameOutputs(a: DocumentState, b: DocumentState | undefined): boolean {
  if (a === b) return true;
  return (
    a.record.identifier === b?.record.identifier &&
    a.date === b.date &&
    a.outputs.every(({ sha256 }, i) => sha256 === b.outputs[i]?.sha256)
  );
}
