import { rank } from '../../ranking/rank.ts';
import { readSignature, type Signature, wordNumber } from '../../text/signature.ts';
import { encodeValue } from '../record.ts';
import { type CollectionQuery, kinOf, textsOf } from './collection-query.ts';
import type { CollectionWords } from './collection-words.ts';
import type { RecordHit } from './result.ts';

const IN_FORCE = encodeValue('in_force');
const DOCUMENT = encodeValue('document');

export function ranked(
  records: readonly RecordHit[],
  { terms, name }: CollectionQuery,
  words: CollectionWords,
): RecordHit[] {
  const wanted = terms.map(({ term, weight }) => ({
    weight,
    isHeld: term.isRequired,
    texts: textsOf(term).map(stems => stems.map(wordNumber)),
    kin: kinOf(term).map(wordNumber),
  }));
  const inOrder = records.map(({ document }) => document.identifier_order).sort();
  const candidates = records.map(
    ({ document: { document, signature: bytes, others, status, ...record } }, id) => {
      const signature = readSignature(Buffer.from(bytes, 'base64'));
      const present = numbersIn(signature, others);
      const found = wanted
        .filter(
          ({ isHeld, texts, kin }) =>
            isHeld ||
            texts.some(numbers => numbers.every(number => present.has(number))) ||
            kin.some(number => signature.heading.includes(number)),
        )
        .reduce((sum, { weight }) => sum + weight, 0);
      return {
        id,
        signature,
        acts: words.actsOf(document),
        citedBy: words.citedBy(document),
        isInForce: status === IN_FORCE,
        ordinal: record.granularity === DOCUMENT ? 0 : inOrder.indexOf(record.identifier_order) + 1,
        isNamed: record.name === name,
        found,
      };
    },
  );
  return rank(terms, candidates).map(({ id }) => records[id]!);
}

function numbersIn({ heading, names, text }: Signature, others: string | undefined): Set<number> {
  const beyond = others ? new Uint16Array(Uint8Array.from(Buffer.from(others, 'base64')).buffer) : [];
  return new Set([...heading, ...names, ...text, ...beyond]);
}
