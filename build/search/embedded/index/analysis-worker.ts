import { readDocument } from '../../documents/tree-documents.ts';
import { Analyser, type Analysis } from './analysis.ts';

/** Documents to read, each by the files that hold its JSON and its text. */
export interface AnalysisTask {
  files: (readonly [json: string, text: string])[];
}

const analyser = new Analyser();

/** One task of a thread that reads documents for the search index. */
export default ({ files }: AnalysisTask): Analysis =>
  analyser.analyse(files.map(([json, text]) => readDocument(json, text)));
