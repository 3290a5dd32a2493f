import { levelTitle } from '../../../../contract/document-levels.ts';
import { documentUrl, structureLevelUrl } from '../../../../contract/paths.ts';
import { type SourceId, sourceOf, sourceOfIdentifier } from '../../../../contract/sources.ts';
import { apiUrl, isStatic } from '../../address.ts';
import { getJson, type Result } from '../../api.ts';
import type { LevelDetail } from '../../api-types.ts';
import { asText, counted } from '../../format.ts';
import type { ReadDocument } from '../document.ts';
import type { Asked } from './asked.ts';
import { excerptOf, shortened } from './excerpt.ts';

/** What a preview shows. */
export interface Contents {
  /** The citation: `17 U.S.C. § 106(1) (2021)`. */
  above: string;
  heading: string | null;
  /** Such as `Repealed`; null for what is in force. */
  status: string | null;
  words: string | null;
}

/** What the reading page knows to say of a document. */
export interface Describing {
  /** Matches links with previews. */
  links: string;
  heading: (document: ReadDocument) => string;
  citation: (document: ReadDocument) => string;
  status: (document: ReadDocument) => string | null;
  isCovered: (text: string, by: string) => boolean;
}

/** Of a document's metadata, what headings, citations and states are made of. */
const FIELDS =
  'display_title,status,section_number,section_name,title_number,currency,last_updated,fr_citation,document_number,publication_date';
const FIRST_BYTES = 'bytes=0-1999';
const NAMES = 4;

/** @param words of the link @returns null where there is nothing to show @throws what `fetch` does */
export async function contentsOf(
  asked: Asked,
  words: string,
  describing: Describing,
): Promise<Contents | null> {
  if (asked.kind === 'note') return noteContents(asked.id);
  if (asked.kind === 'level') return levelContents(asked, words);
  if (asked.kind === 'document') return documentContents(asked, words, describing);
  const answer = await getJson<Cited[]>(`/api/citations?q=${encodeURIComponent(asked.query)}`);
  const cited = answer.ok ? answer.data[0] : undefined;
  if (!cited) return null;
  const { identifier, url, exists, pinpoint: labels } = cited;
  const source = identifier === null ? undefined : sourceOfIdentifier(identifier)?.id;
  if (!exists || identifier === null || source === undefined) return missing(words);
  return url?.includes('/documents/')
    ? documentContents({ source, identifier, labels }, words, describing)
    : levelContents({ source, identifier }, words);
}

interface Cited {
  identifier: string | null;
  pinpoint: readonly string[];
  exists: boolean;
  url: string | null;
}

const missing = (written: string): Contents => ({
  ...{ above: shortened(written, 100), heading: null, status: null },
  words: 'This is not held here.',
});

function noteContents(id: string): Contents | null {
  const note = document.getElementById(id);
  const label = note?.querySelector('.footnote-label')?.textContent ?? '';
  const words = (note?.textContent ?? '').replace(label, '').replace(/\s+/g, ' ').trim();
  return words === ''
    ? null
    : { above: `Footnote ${label}`, heading: null, status: null, words: shortened(words, 600) };
}

interface Named {
  source: SourceId;
  identifier: string;
}

async function documentContents(
  { source, identifier, labels }: Named & { labels: readonly string[] },
  written: string,
  describing: Describing,
): Promise<Contents | null> {
  const target = documentUrl(sourceOf(source), identifier);
  const pinpoint = labels.map(label => `(${label})`).join('');
  // A host of files has the whole alone.
  const answer = await getJson<ReadDocument>(isStatic() ? target : `${target}?fields=${FIELDS}`);
  if (!answer.ok) return isMissing(answer) ? missing(written) : null;
  const text = await firstWords(target, pinpoint);
  const { heading, citation, status, isCovered } = describing;
  const own = heading(answer.data);
  return {
    above:
      pinpoint === '' ? citation(answer.data) : citation(answer.data).replace(/(?= \(\d{4}\)$)|$/, pinpoint),
    heading: own,
    status: status(answer.data),
    words: text === null ? null : excerptOf(text, block => isCovered(block, own), labels),
  };
}

const isMissing = (answer: Result<unknown>): boolean => !answer.ok && answer.status === 404;

/** The beginning of the plain text; of the paragraph where the document has it. */
async function firstWords(target: string, pinpoint: string): Promise<string | null> {
  const given = `${target}?format=text`;
  if (pinpoint !== '') {
    const paragraph = await textAt(`${given}&pinpoint=${encodeURIComponent(pinpoint)}`);
    if (paragraph !== null) return paragraph;
  }
  return textAt(given);
}

async function textAt(target: string): Promise<string | null> {
  const url = apiUrl(target);
  if (url === null) return null;
  const answer = await fetch(url, { headers: { range: FIRST_BYTES } });
  return answer.ok ? answer.text() : null;
}

async function levelContents({ source: id, identifier }: Named, written: string): Promise<Contents | null> {
  const source = sourceOf(id);
  const answer = await getJson<LevelDetail>(structureLevelUrl(source, identifier));
  if (!answer.ok) return isMissing(answer) ? missing(written) : null;
  const { path, children, documents, document_count, status, ...level } = answer.data;
  const [title] = path;
  const names = children.map(each =>
    [each.number === null ? null : levelTitle(source, each), each.name].filter(Boolean).join(' '),
  );
  const listed = names.length > 0 ? names : documents.map(({ metadata }) => String(metadata.display_title));
  const more = listed.length > NAMES ? ' …' : '';
  return {
    above: [source.shortName, title && levelTitle(source, title), levelTitle(source, level)]
      .filter(Boolean)
      .map(each => asText(String(each)))
      .join(', '),
    heading: level.number === null ? null : level.name,
    status,
    words: `${[counted(document_count, 'document'), ...listed.slice(0, NAMES)].map(asText).join('; ')}${more}`,
  };
}
