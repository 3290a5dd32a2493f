import type { Document } from '../../../build/contract/envelope.ts';
import type { VersionFacts } from '../../../build/contract/version.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema, type Values } from '../arguments.ts';
import { clipped, PIECE, pageOf } from '../bounds.ts';
import { findDocument } from '../documents/find-document.ts';
import { outlineOf } from '../documents/outline.ts';
import { pieceOf } from '../documents/pieces.ts';
import { sectionOf } from '../documents/sections.ts';
import { shownOf } from '../documents/shown-fields.ts';
import { integer, listOf, next, object, outputSchema, SHOWN, text } from '../schemas.ts';
import type { Tool, ToolAnswer } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';
import { urlOfHistory, version } from './versions.ts';

const PARTS = ['text', 'metadata', 'outline'] as const;

const HEADINGS = 200;

export const readDocument: Tool = {
  name: 'read_document',
  title: 'Read a document',
  description:
    'Reads one document: a section of a code or a document of the Federal Register. Long ones come in pieces: the answer tells total_characters, and next_offset to go on with. Of a long document look at the outline first, then read the section that matters.',
  input: inputSchema(
    {
      document: {
        type: 'string',
        maxLength: 1000,
        description:
          'An identifier in any spelling (/us/usc/t17/s106, t17/s106, 2018-09910, a URL) or a citation (17 U.S.C. 106, 1 CFR 1.1, 83 FR 21707).',
      },
      source: sourceArgument('Which source is meant, where a shorthand such as t1/s1 leaves that open.'),
      part: {
        type: 'string',
        enum: PARTS,
        default: 'text',
        description:
          'text: the law itself, as Markdown, with its notes; metadata: all that is known of it; outline: its headings, each with the offset of its text.',
      },
      on: {
        type: 'string',
        description:
          'The text in force on this day, YYYY-MM-DD, as far as editions are held here; by default today. `version` tells from when to when it is known to be the text.',
      },
      section: {
        type: 'string',
        description:
          'Only this section of the text: a heading or its beginning (Amendments, II. Background), or a paragraph as (a)(2).',
      },
      offset: offsetArgument(
        'Where in the text to begin, in characters: next_offset of the answer before. In an outline: how many headings to skip.',
      ),
      max_characters: limitArgument(PIECE, 'How many characters of text at most.'),
    },
    ['document'],
  ),
  output: outputSchema(
    { ...SHOWN, total_characters: integer },
    {
      publication_date: text,
      text,
      section: text,
      section_end: integer,
      version,
      metadata: object,
      headings: listOf(outputSchema({ title: text, level: integer, offset: integer, characters: integer })),
      total: integer,
      offset: integer,
      next_offset: next,
    },
  ),
  async run(values, api) {
    const [name, on] = [textOf(values, 'document') ?? '', textOf(values, 'on')];
    if (on === undefined) return partOf(await findDocument(api, name, sourceIdOf(values)), values);
    const url = await urlOfHistory(api, name, sourceIdOf(values));
    const { data, meta } = await api.get<{ data: Document; meta: { version: VersionFacts } }>(url, { on });
    const { structured, text } = partOf(data, values);
    const note = meta.version.certain ? '' : uncertaintyOf(on, meta.version);
    return {
      structured: { ...structured, version: meta.version },
      ...(text !== undefined && { text: `${text}${note}` }),
    };
  },
};

const uncertaintyOf = (on: string, { last_seen, to }: VersionFacts): string =>
  `\n[Nobody knows whether this was the text on ${on}: it was last seen on ${last_seen}, and no more on ${to}.]`;

function partOf(document: Document, values: Values): ToolAnswer {
  if (values.part === 'metadata') return metadataOf(document);
  return values.part === 'outline' ? outline(document, values) : textPiece(document, values);
}

const metadataOf = (document: Document): ToolAnswer => ({
  structured: {
    ...shownOf(document),
    metadata: clipped(document.metadata),
    total_characters: (document.body ?? '').length,
  },
});

function outline(document: Document, values: Values): ToolAnswer {
  const { body = '' } = document;
  const offset = numberOf(values, 'offset');
  const { items, ...page } = pageOf(outlineOf(body), { offset, limit: HEADINGS });
  const headings = items.map(({ title, level, offset, end }) => ({
    title,
    level,
    offset,
    characters: end - offset,
  }));
  return { structured: { ...shownOf(document), total_characters: body.length, headings, ...page } };
}

function textPiece(document: Document, values: Values): ToolAnswer {
  const { body = '' } = document;
  const name = textOf(values, 'section');
  const whole = name === undefined ? { title: null, offset: 0, end: body.length } : sectionNamed(body, name);
  // Offsets count from the document's beginning; smaller ones mean the section's beginning.
  const from = Math.max(numberOf(values, 'offset'), whole.offset);
  if (from > 0 && from >= whole.end)
    throw new ToolError(
      `There is no text at the offset ${from}: ${name === undefined ? 'the document' : 'the section'} ends at ${whole.end}.`,
    );
  const piece = pieceOf(body, from, whole.end, numberOf(values, 'max_characters'));
  const shown = shownOf(document);
  const end = piece.offset + piece.text.length;
  const structured = {
    ...shown,
    ...(whole.title !== null && { section: whole.title, section_end: whole.end }),
    offset: piece.offset,
    next_offset: piece.next_offset,
    total_characters: body.length,
    text: piece.text,
  };
  const goOn = piece.next_offset === null ? 'the end' : `go on with offset ${piece.next_offset}`;
  const about = [shown.citation, shown.identifier, shown.status].filter(Boolean).join(', ');
  const text = `${shown.heading} (${about})\n\n${piece.text}\n\n[characters ${piece.offset} to ${end} of ${body.length}; ${goOn}]`;
  return { structured, text };
}

/** Most headings in the error for an unknown section. */
const HEADINGS_TOLD = 30;

function sectionNamed(body: string, name: string): { title: string | null; offset: number; end: number } {
  const section = sectionOf(body, name);
  if (section) return section;
  const titles = outlineOf(body).map(({ title }) => JSON.stringify(title.slice(0, 100)));
  const shownTitles = titles.slice(0, HEADINGS_TOLD).join(', ');
  const more = titles.length > HEADINGS_TOLD ? ', … (part outline has all)' : '';
  throw new ToolError(
    `The document has no section ${JSON.stringify(name.slice(0, 200))}. ${shownTitles ? `Its headings are ${shownTitles}${more}.` : 'It has no headings.'}`,
  );
}

/** Returns the beginning of a document as Markdown with a note about the rest, for resources. */
export async function readWhole(api: Api, name: string): Promise<string> {
  const { body = '', identifier } = await findDocument(api, name, undefined);
  const { text, next_offset } = pieceOf(body, 0, body.length, PIECE.max);
  return next_offset === null
    ? text
    : `${text}\n\n[${text.length} of ${body.length} characters; the tool read_document reads on: document ${identifier}, offset ${next_offset}]\n`;
}
