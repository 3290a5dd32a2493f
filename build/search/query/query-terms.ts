import {
  completionsOf,
  foldedWords,
  isFunctionWord,
  relatedStems,
  spellingsOf,
  stem,
} from '../text/tokens.ts';
import type { SearchAnalysis } from './analyze.ts';

/**
 * How a variant came to be, and with it what a match is worth. Where the word itself is frequent, its `kin` is looked for in
 * headings alone, but it counts where it stands.
 */
export type VariantKind = 'typed' | 'beginning' | 'form' | 'kin' | 'joined' | 'abbreviation' | 'spelling';

/** Words, folded, one after the other; of beginnings and forms, the one stem that an index told. */
export interface Variant {
  kind: VariantKind;
  words: readonly string[];
}

/** A stem must not be stemmed again: the stem of a stem may be another one. */
export const areStems = (kind: VariantKind): boolean =>
  kind === 'beginning' || kind === 'form' || kind === 'kin';

/** Anywhere: a beginning is looked for as such, and its completions with it. */
export const isSought = ({ kind }: Variant): boolean => kind !== 'beginning' && kind !== 'kin';

/** One thing that a query asks for, and all that counts as it. */
export interface QueryTerm {
  /** As typed, folded; a quoted phrase with its spaces. */
  text: string;
  /** A quoted phrase: documents without it are not found. */
  isRequired: boolean;
  /** Longer words that begin so count too. */
  isBeginning: boolean;
  /** What was typed comes first. Empty where no document holds anything like it; of a beginning, where no label does. */
  variants: readonly Variant[];
}

/** What an index knows of words. All texts are folded, all stems those of `build/search/text/tokens.ts`. */
export interface Lexicon {
  /** How many documents hold each of these texts, word by word. */
  documentsWith(texts: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Which of these stems headings and names hold, each once, the most frequent first. */
  inLabels(stems: readonly string[]): Promise<readonly string[]>;
  /** What each abbreviation stands for, the most frequent first. */
  spelledOut(abbreviations: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Stems in headings and names that begin so, the most frequent first. */
  startingWith(beginning: string, most: number): Promise<readonly string[]>;
  /** The word that was meant by one that no document holds; null also where it is the beginning of one that some hold. */
  nearest(word: string, isBeginning: boolean): Promise<string | null>;
  /** All documents. */
  documents: number;
}

/** A word in so small a share of all documents is looked for in its other forms too. */
const RARE = 0.01;
/** A word in a larger share than this is no abbreviation, unless in capitals: `act` is not the automated confirmation transaction. */
const COMMON = 0.05;
/** Most variants of a kind. */
const MOST = { forms: 6, expansions: 2, completions: 50 } as const;
/** A letter stands for too much to be spelled out. */
const SHORTEST_ABBREVIATION = 2;
const SHORTEST_BEGINNING = 3;

/** `owner’s` asks for the owner. */
const POSSESSIVE = /['’]s$/i;

/** A loose word, its spellings, and whether more of it may come. */
interface Loose {
  text: string;
  /** Word by word. */
  spellings: string[];
  isBeginning: boolean;
  isCapital: boolean;
}

/**
 * What a query asks for: its words, but for function words beside others, with their other forms, what they abbreviate and
 * what they were meant to be; then its phrases.
 */
export async function queryTerms(analysis: SearchAnalysis, lexicon: Lexicon): Promise<QueryTerm[]> {
  const loose = looseWords(analysis);
  const joined = loose.map((word, i) => joinedWith(word, loose[i + 1]));
  const texts = [...loose.flatMap(({ spellings }) => spellings), ...joined.flatMap(word => word ?? [])];
  const kin = loose.map(({ text }) => relatedStems(stem(text)));
  const shorter = loose.map(({ text, isBeginning }) => (isBeginning ? completionsOf(text).map(stem) : []));
  // Each question to an index takes its time: all words are asked for at once.
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
  const mayAbbreviate = ({ text, isCapital }: Loose) =>
    isCapital || holding(text) < COMMON * lexicon.documents;
  const variantsOf = async (word: Loose, i: number): Promise<Variant[]> => {
    const { text, spellings, isBeginning } = word;
    const of = (kind: VariantKind, texts: readonly string[]): Variant[] =>
      texts.map(text => ({ kind, words: text.split(' ') }));
    const typed = spellings.filter(spelling => holding(spelling) > 0);
    const long = mayAbbreviate(word) ? (expansions.get(text) ?? []).slice(0, MOST.expansions) : [];
    const compounds = [joined[i - 1], joined[i]].flatMap(compound =>
      compound && holding(compound) > 0 ? [compound] : [],
    );
    // What is spelled out has no other forms.
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

/** Runs of letters and digits, each once; a word of dotted letters stays one. */
function looseWords({ words, prefix }: SearchAnalysis): Loose[] {
  const all = words.flatMap((word, i): Loose[] => {
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
  const once = new Map<string, Loose>();
  for (const word of telling.length > 0 ? telling : all) {
    const meaning = stem(word.text);
    if (!once.has(meaning)) once.set(meaning, word);
  }
  return [...once.values()];
}

/** Stems that an unfinished word may be going to have, but for the one that it has. @param shorter those that do not begin so */
async function completions(text: string, shorter: readonly string[], lexicon: Lexicon): Promise<string[]> {
  const longer = await lexicon.startingWith(text, MOST.completions);
  return Array.from(new Set([...longer, ...shorter])).filter(word => word !== stem(text));
}

/** `car pool` may be written as one word. */
const joinedWith = (word: Loose, next: Loose | undefined): string | null =>
  next && /^\p{L}+$/u.test(word.text + next.text) ? word.text + next.text : null;
