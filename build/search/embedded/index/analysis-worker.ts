import { type DocumentFiles, readDocument } from '../../documents/tree-documents.ts';
import { Analyser, type Analysis } from './analysis.ts';

/** Documents to analyse. */
export interface AnalysisTask {
  files: DocumentFiles[];
}

const analyser = new Analyser();

export default ({ files }: AnalysisTask): Analysis => analyser.analyse(files.map(readDocument));
