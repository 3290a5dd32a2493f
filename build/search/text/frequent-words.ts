/**
 * Stems in at least an eighth of all documents of law. Two adjacent ones are indexed as a pair: where both words occur in
 * hundreds of thousands of documents, a phrase of them is found without reading each.
 */
const FREQUENT = (
  '1 10 11 12 13 14 15 18 19 2 20 21 23 25 3 30 31 39 4 44 5 6 7 8 9 a accord account act action activ ad addit ' +
  'address administr affect after agenc agreement all allow also amend amount an and ani appli applic appropri ' +
  'approv ar as assist at aug author avail award b base basi be been befor busi but by c carri case cfr chang ' +
  'chapter code commiss complet concern condit conduct consid consist contain continu contract control cost ' +
  'cover credit d dai date dec defin definit depart describ design determin develop direct do document doe dure ' +
  'e each editori effect emerg employe establish except execut exist extent f feder file financi first follow ' +
  'for forth fr from fund g gener govern grant ha have hi homeland i identifi if ii iii implement in includ ' +
  'individu inform interest into is issu it iv juli june l law limit local made mai make manag materi mean meet ' +
  'member more must nation necessari need new no not note notic nov number oct of offic offici on onli oper or ' +
  'order organ other otherwis out paragraph part parti particip payment perform period permit person plan ' +
  'polici practic prior procedur process program project properti propos protect provid provis pub public ' +
  'purpos pursuant reason receiv r record refer regul relat report repres request requir respect respons result ' +
  'review revis right rule s same secretari section secur see servic set shall should small so sourc specif ' +
  'specifi standard stat state statut statutori subchapt subject submit subsec subsect substitut such support ' +
  'system take term text than that the their there these thi those through time titl to transport u under unit ' +
  'unless upon us usc wa were when where whether which who will with within without work would written year'
).split(' ');

const NUMBERS: ReadonlyMap<string, number> = new Map(FREQUENT.map((stem, i) => [stem, i + 1]));

export const PAIRS = (FREQUENT.length + 1) ** 2;

/** Returns a number from 1; 0 for all other stems. */
export const frequentNumber = (stemmed: string): number => NUMBERS.get(stemmed) ?? 0;

export const pairNumber = (first: number, second: number): number => first * (FREQUENT.length + 1) + second;

/** Returns the indexed word for two adjacent words. No other word begins with a space. */
export const pairTerm = (first: string, second: string): string => ` ${first} ${second}`;

export function pairTermOf(pair: number): string {
  const size = FREQUENT.length + 1;
  return pairTerm(FREQUENT[Math.floor(pair / size) - 1]!, FREQUENT[(pair % size) - 1]!);
}
