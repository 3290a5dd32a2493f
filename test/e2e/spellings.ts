import type { CorpusDocument } from '../../build/corpus/document.ts';

type Named = Pick<CorpusDocument, 'source' | 'identifier'>;

const NAMESPACE = { usc: '/us/usc/', ecfr: '/us/cfr/', fr: '/us/fr/' } as const;

export const shorthandOf = ({ source, identifier }: Named): string =>
  identifier.slice(NAMESPACE[source].length);

/** The URL as the specification shows it: the shorthand with its slashes encoded. */
export const urlOf = (document: Named): string =>
  `/api/${document.source}/documents/${encodeURIComponent(shorthandOf(document))}`;

/** The URL of the full canonical identifier, encoded. */
export const canonicalUrlOf = ({ source, identifier }: Named): string =>
  `/api/${source}/documents/${encodeURIComponent(identifier)}`;

/** Slashes stand as they are, everything else is encoded. */
const plain = (text: string): string => text.split('/').map(encodeURIComponent).join('/');

/** RFC 3986 §2.1: the hexadecimal digits may be of either case. */
const lowerCase = (url: string): string => url.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase());

/** Every form in which a document can be asked for. */
export function spellings(document: Named): string[] {
  const { source, identifier } = document;
  const base = `/api/${source}/documents`;
  return [
    urlOf(document),
    canonicalUrlOf(document),
    lowerCase(urlOf(document)),
    `${base}/${plain(shorthandOf(document))}`,
    `${base}${plain(identifier)}`,
    `${base}/${plain(identifier)}`,
  ];
}
