import { officialName, outerWords } from './document-levels.ts';
import { isDated, levelLabel, levelsAbove, outerLevel } from './levels.ts';
import { type Source, type SourceId, sourceOf } from './sources.ts';
import { type WebPlace, webPathOfPlace } from './web-path.ts';

/** Heads of pages on the site: of a source, or of a level of it. */

/** Title, description and addresses of a page. */
export interface PageHead {
  title: string;
  description: string | null;
  /** The page's own web path; null for pages that search engines should leave out. */
  canonical: string | null;
  /** Search engines should leave it out for the page that `canonical` names. */
  isFormer?: boolean;
  /** Addresses and media types of other representations. */
  alternates: readonly { href: string; type: string }[];
}

/** Returns the head of a source's page, or of a level's. */
export function placeHead(place: WebPlace): PageHead {
  const source = sourceOf(place.source as SourceId);
  const title = titleOf(source, place);
  return {
    title,
    description: `${title}: to browse, to search and to read.`,
    canonical: webPathOfPlace(canonicalPlace(place, source)),
    alternates: [],
  };
}

/** The appendix of a title shares the title's page. */
function canonicalPlace(place: WebPlace, source: Source): WebPlace {
  const { name } = outerLevel(source);
  const number = place.numbers?.[name];
  if (number === undefined || isDated(source)) return place;
  return { ...place, numbers: { ...place.numbers, [name]: number.replace(/^0+(?=\d)|[a-z]+$/gi, '') } };
}

/** `U.S. Code, Title 17 – Copyrights`, `Chapter 1, U.S. Code, Title 17 – Copyrights`, `Federal Register, May 2018`. */
function titleOf(source: Source, { numbers = {} }: WebPlace): string {
  const shown = levelsAbove(source).filter(({ name }) => name in numbers);
  const [outer, ...inner] = shown.map(level => levelLabel(level, numbers[level.name] as string));
  if (outer === undefined) return source.name;
  if (isDated(source)) return `${source.shortName}, ${[...inner, outer].join(' ')}`;
  const label = numbers[outerLevel(source).name] as string;
  const name = officialName(source, label);
  const number = outerWords(source, String(Number.parseInt(label, 10)));
  const whole = `${source.shortName}, ${number}${name === null ? '' : ` – ${name}`}`;
  return [...inner.reverse(), whole].join(', ');
}
