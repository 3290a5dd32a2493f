import { lengthWithoutNotes, namesOf } from '../../build/search/documents/labels.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { nameOf } from '../../build/search/text/name.ts';
import { LABEL_WORDS, packSignature, TEXT_WORDS, wordNumbers } from '../../build/search/text/signature.ts';

/** Writes a signature word by word, beside the tables that the indexes use. */
export const writeSignature = (heading: string, names: string, text: string): Buffer =>
  packSignature(
    wordNumbers(heading, LABEL_WORDS),
    wordNumbers(names, LABEL_WORDS),
    wordNumbers(text, TEXT_WORDS),
  );

export const signatureOfDocument = (document: SearchDocument): Buffer =>
  writeSignature(
    nameOf(document),
    namesOf(document),
    document.body.slice(0, lengthWithoutNotes(document.body)),
  );
