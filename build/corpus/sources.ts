import type { SourceId } from '../contract/sources.ts';
import { ecfr } from './sources/ecfr.ts';
import type { CorpusEntry } from './sources/entry.ts';
import { fr } from './sources/fr.ts';
import { usc } from './sources/usc.ts';

/** Data of each source that only the build needs, besides the one table of sources (`build/contract/sources.ts`). */
const TABLE: Readonly<Record<SourceId, CorpusEntry>> = { usc, ecfr, fr };

export const corpusOf = (id: SourceId): CorpusEntry => TABLE[id];
