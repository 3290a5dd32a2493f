import { writtenRinsIn } from '../../contract/dockets.ts';
import { parseCfrReference } from '../cfr-references.ts';
import type { CorpusEntry } from './entry.ts';
import { COMMON, fromPath, isText } from './shared.ts';

const FILE_NAME = /\/([^/]+)\.md$/;

/** Documents without a known day of publication lie here. All others must have one. */
const UNDATED = /^fr\/undated\//;

/** Some documents list their RIN among the references to the Code of Federal Regulations. */
function rinAmongReferences({ cfr_references }: Readonly<Record<string, unknown>>): string {
  const references = Array.isArray(cfr_references) ? cfr_references.filter(isText) : [];
  return references
    .filter(text => parseCfrReference(text) === null)
    .flatMap(writtenRinsIn)
    .join(', ');
}

export const fr: CorpusEntry = {
  mappings: {
    ...COMMON,
    document_number: { otherwise: fromPath(FILE_NAME) },
    agency: {
      otherwise: ({ agencies }) => (Array.isArray(agencies) ? agencies.find(isText) : undefined),
    },
    publication_date: { required: path => !UNDATED.test(path) },
    rin: { otherwise: rinAmongReferences },
  },
};
