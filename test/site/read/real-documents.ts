import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SourceId } from '../../../build/contract/sources.ts';
import { readDocument } from '../../../build/corpus/document.ts';
import type { ReadDocument } from '../../../build/site/app/read/document.ts';
import { realDocuments } from '../../helpers/real-corpora.ts';

/** Every `step`th real document, as the API gives it. */
export function* realReadDocuments(corpora: string, step: number): Generator<ReadDocument> {
  const paths = realDocuments(corpora);
  for (let at = 0; at < paths.length; at += step) {
    const path = relative(corpora, paths[at]!);
    const source = path.split('/')[0] as SourceId;
    const read = readDocument({ source, path }, readFileSync(paths[at]!));
    if ('document' in read) yield { id: '', ...read.document };
  }
}
