import { readDocument } from '../../documents/tree-documents.ts';
import { Analyser, type Analysis } from './analysis.ts';

/** Documents to analyse, each as the paths of its JSON and its text. */
export interface AnalysisTask {
  files: (readonly [json: string, text: string])[];
}

const analyser = new Analyser();

export default ({ files }: AnalysisTask): Analysis =>
  analyser.analyse(files.map(([json, text]) => readDocument(json, text)));
