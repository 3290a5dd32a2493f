import {
  completionsOf,
  foldedWords,
  isFunctionWord,
  relatedStems,
  spellingsOf,
  stem,
} from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';

/** The origin of a variant. The `kin` of a frequent word are searched only in headings, but count anywhere. */
export type VariantKind = 'typed' | 'beginning' | 'form' | 'kin' | 'joined' | 'abbreviation' | 'spelling';

/** Folded words in order; beginnings and forms have one stem from the index. */
export interface Variant {
  kind: VariantKind;
  words: readonly string[];
}

export const areStems = (kind: VariantKind): boolean =>
  kind === 'beginning' || kind === 'form' || kind === 'kin';

/** True if the variant is searched in all fields. A beginning is searched by prefix, which includes its completions. */
export const isSearched = ({ kind }: Variant): boolean => kind !== 'beginning' && kind !== 'kin';

/** One term of a query, with all variants that match it. */
export interface QueryTerm {
  /** As typed, folded; a quoted phrase with its spaces. */
  text: string;
  /** True for a quoted phrase: documents without it are not found. */
  isRequired: boolean;
  /** True if longer words with this beginning match too. */
  isBeginning: boolean;
  /** The typed word comes first. Empty if no document holds any variant, or for a beginning, if no label does. */
  variants: readonly Variant[];
}

/** The words of an index. All texts are folded, all stems are those of `build/search/text/tokens.ts`. */
export interface Lexicon {
  /** Returns the number of documents that hold all words of each text. */
  documentsWith(texts: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns those of the stems that occur in headings and names, the most frequent first. */
  inLabels(stems: readonly string[]): Promise<readonly string[]>;
  /** Returns the long forms of each abbreviation, the most frequent first. */
  spelledOut(abbreviations: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  startingWith(beginning: string, most: number): Promise<readonly string[]>;
  /** Returns the closest word for one that no document holds; null also if that word begins longer ones. */
  nearest(word: string, isBeginning: boolean): Promise<string | null>;
  documents: number;
}

/** Below this share of all documents a word is searched in its other forms too. */
const RARE = 0.01;
/** Above this share a word is no abbreviation, unless in capitals: `act` is not the automated confirmation transaction. */
const COMMON = 0.05;
export const MOST = { forms: 6, expansions: 2, completions: 50 } as const;
/** A single letter has too many meanings to be spelled out. */
const SHORTEST_ABBREVIATION = 2;
const SHORTEST_BEGINNING = 3;

/** `owner’s` matches the owner. */
const POSSESSIVE = /['’]s$/i;

/** A loose word of a query, folded, with its equivalent spellings. */
export interface LooseWord {
  text: string;
  spellings: string[];
  isBeginning: boolean;
  isCapital: boolean;
}

/** Returns a query's words with other forms, long forms and corrections, then its phrases; function words only if alone. */
export async function queryTerms(analysis: SearchAnalysis, lexicon: Lexicon): Promise<QueryTerm[]> {
  const loose = looseWords(analysis);
  const joined = loose.map((word, i) => joinedWith(word, loose[i + 1]));
  const texts = [...loose.flatMap(({ spellings }) => spellings), ...joined.flatMap(word => word ?? [])];
  const kin = loose.map(({ text }) => relatedStems(stem(text)));
  const shorter = loose.map(({ text, isBeginning }) => (isBeginning ? completionsOf(text).map(stem) : []));
  // Each question to an index takes time, so all words share one.
  const [known, expansions, labels] = await Promise.all([
    lexicon.documentsWith(texts),
    lexicon.spelledOut(loose.map(({ text }) => text).filter(text => text.length >= SHORTEST_ABBREVIATION)),
    lexicon.inLabels([...kin.flat(), ...shorter.flat()]),
  ]);
  const inLabels = (stems: readonly string[]): string[] => {
    const wanted = new Set(stems);
    return labels.filter(stem => wanted.has(stem));
  };
  const holding = (text: string | null | undefined): number => (text ? (known.get(text) ?? 0) : 0);
  const mayAbbreviate = ({ text, isCapital }: LooseWord) =>
    isCapital || holding(text) < COMMON * lexicon.documents;
  const variantsOf = async (word: LooseWord, i: number): Promise<Variant[]> => {
    const { text, spellings, isBeginning } = word;
    const of = (kind: VariantKind, texts: readonly string[]): Variant[] =>
      texts.map(text => ({ kind, words: text.split(' ') }));
    const typed = spellings.filter(spelling => holding(spelling) > 0);
    const long = mayAbbreviate(word) ? (expansions.get(text) ?? []).slice(0, MOST.expansions) : [];
    const compounds = [joined[i - 1], joined[i]].flatMap(compound =>
      compound && holding(compound) > 0 ? [compound] : [],
    );
    // Spelled-out words have no other forms.
    const related = long.length === 0 ? inLabels(kin[i]!) : [];
    const isRare = holding(text) < RARE * lexicon.documents;
    const known = [
      ...of('typed', typed),
      ...of('joined', compounds),
      ...of('abbreviation', long),
      ...of('beginning', isBeginning ? await completions(text, inLabels(shorter[i]!), lexicon) : []),
      ...of(isRare ? 'form' : 'kin', related.slice(0, MOST.forms)),
    ];
    if (known.length > 0) return known;
    const meant = await lexicon.nearest(text, isBeginning);
    return meant === null ? [] : of('spelling', [meant]);
  };
  const terms = await Promise.all(
    loose.map(async (word, i): Promise<QueryTerm> => {
      const variants = await variantsOf(word, i);
      return { text: word.text, isRequired: false, isBeginning: word.isBeginning, variants };
    }),
  );
  const phrases = analysis.phrases.map((text): QueryTerm => {
    const words = foldedWords(text);
    return {
      text: words.join(' '),
      isRequired: true,
      isBeginning: false,
      variants: [{ kind: 'typed', words }],
    };
  });
  return [...terms, ...phrases];
}

/** Returns the loose words of a query, each meaning once; function words only if there are no others. */
export function looseWords({ words, prefix }: SearchAnalysis): LooseWord[] {
  const all = words.flatMap((word, i): LooseWord[] => {
    const spellings = spellingsOf(word).map(spelling => foldedWords(spelling).join(' '));
    const isLast = prefix && i === words.length - 1;
    if (spellings.length > 1)
      return [
        { text: word.replaceAll('.', '').toLowerCase(), spellings, isBeginning: false, isCapital: true },
      ];
    const runs = foldedWords(word.replace(POSSESSIVE, ''));
    return runs.map((text, j) => ({
      text,
      spellings: [text],
      isCapital: /^\p{Lu}{2,}$/u.test(word),
      isBeginning: isLast && j === runs.length - 1 && text.length >= SHORTEST_BEGINNING,
    }));
  });
  const telling = all.filter(({ text }) => !isFunctionWord(text));
  const once = new Map<string, LooseWord>();
  for (const word of telling.length > 0 ? telling : all) {
    const meaning = stem(word.text);
    if (!once.has(meaning)) once.set(meaning, word);
  }
  return [...once.values()];
}

/** Returns the stems that an unfinished word may get, except its present one. @param shorter stems that do not begin with it */
async function completions(text: string, shorter: readonly string[], lexicon: Lexicon): Promise<string[]> {
  const longer = await lexicon.startingWith(text, MOST.completions);
  return Array.from(new Set([...longer, ...shorter])).filter(word => word !== stem(text));
}

/** Returns the compound that two adjacent words may form. */
export const joinedWith = (word: LooseWord, next: LooseWord | undefined): string | null =>
  next && /^\p{L}+$/u.test(word.text + next.text) ? word.text + next.text : null;
