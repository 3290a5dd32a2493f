import { nameOf, namesOf, withoutNotes } from '../../documents/labels.ts';
import type { SearchDocument } from '../../documents/search-document.ts';
import { nameNumber, readSignature, wordNumber, writeSignature } from '../../text/signature.ts';
import { stemOf, stemsIn } from '../lexicon-format.ts';
import type { TypesenseRecord } from '../record.ts';
import { abbreviationsOf } from './record-texts.ts';

export function signedWords(
  document: SearchDocument,
): Pick<TypesenseRecord, 'name' | 'stems' | 'labels' | 'signature' | 'others'> {
  const { heading, body } = document;
  const names = namesOf(document);
  const labels = stemsIn(`${heading}\n${names}`);
  const stems = new Set([...labels, ...stemsIn(body), ...Array.from(abbreviationsOf(body), stemOf)]);
  stems.delete('');
  const signature = writeSignature(nameOf(document), names, withoutNotes(body));
  const others = numbersBeyond(signature, stems);
  return {
    name: nameNumber(nameOf(document)),
    stems: [...stems].join(' '),
    labels: [...labels].join(' '),
    signature: signature.toString('base64'),
    ...(others.length === 0 ? {} : { others: others.toString('base64') }),
  };
}

function numbersBeyond(signature: Buffer, stems: ReadonlySet<string>): Buffer {
  const { heading, names, text } = readSignature(signature);
  const signed = new Set([...heading, ...names, ...text]);
  const others = new Set<number>();
  for (const stemmed of stems) {
    const number = wordNumber(stemmed);
    if (!signed.has(number)) others.add(number);
  }
  return Buffer.from(Uint16Array.from(others).buffer);
}
