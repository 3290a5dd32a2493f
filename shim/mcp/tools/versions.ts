import { documentUrl } from '../../../build/contract/paths.ts';
import type { SourceId } from '../../../build/contract/sources.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { VersionFacts, VersionItem } from '../../../build/contract/version.ts';
import type { Diff } from '../../../build/diff/diff.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema, type Values } from '../arguments.ts';
import { clipped, clippedText, PIECE } from '../bounds.ts';
import { ofSource, readingsOf } from '../documents/document-names.ts';
import { findDocument } from '../documents/find-document.ts';
import { boolean, listOf, object, outputSchema, text, textOrNull } from '../schemas.ts';
import type { Tool, ToolAnswer } from '../tool.ts';
import { limitArgument, numberOf, sourceArgument, sourceIdOf, textOf } from './inputs.ts';

const FACTS = { from: text, to: textOrNull, edition: text, last_seen: text, certain: boolean };

/** A version of a document. */
export const version = outputSchema(FACTS);

/** Lists the versions of a document, or compares two (build/contract/README.md, Versions, and Differences). */
export const versions: Tool = {
  name: 'versions',
  title: 'Versions of a document',
  description:
    'Lists the known versions of a section or document, with the days between which each was in force and what each amends (`text`, `notes` alone, or null for no words), or with `from` tells what changed between two days: deletions as {--words--} and insertions as {++words++}. `certain` is false where it is not known when the text changed: between `last_seen` and `to`. read_document with `on` reads the text of a day. Only editions that are held here are known.',
  input: inputSchema(
    {
      document: {
        type: 'string',
        maxLength: 1000,
        description: 'An identifier (/us/usc/t17/s106, t17/s106) or a citation (17 U.S.C. 106).',
      },
      source: sourceArgument('Which source is meant, where a shorthand such as t1/s1 leaves that open.'),
      from: { type: 'string', description: 'Compare the text of this day, YYYY-MM-DD, with that of `to`.' },
      to: { type: 'string', description: 'The day of the newer text, YYYY-MM-DD; by default today.' },
      max_characters: limitArgument(PIECE, 'How many characters of changes at most.'),
    },
    ['document'],
  ),
  output: outputSchema(
    { identifier: text },
    {
      versions: listOf(outputSchema({ ...FACTS, amended: textOrNull })),
      ...{ from: object, to: object, changes: text },
      moved: listOf(object),
      metadata: listOf(object),
    },
  ),
  async run(values, api) {
    const url = await urlOfHistory(api, textOf(values, 'document') ?? '', sourceIdOf(values));
    return textOf(values, 'from') === undefined ? listed(api, url) : compared(api, url, values);
  },
};

/** The address of a document, which may be gone. @throws ToolError where there is none, or several */
export async function urlOfHistory(api: Api, name: string, id: SourceId | undefined): Promise<string> {
  const urls = ofSource(readingsOf(name), id).map(({ source, identifier }) =>
    documentUrl(source, identifier),
  );
  const found = await Promise.all(urls.map(url => api.find(`${url}/versions`)));
  const known = urls.filter((_, i) => found[i] !== null);
  if (known.length === 1) return known[0] as string;
  const { source, identifier } = await findDocument(api, name, id);
  return documentUrl(sourceOf(source), identifier);
}

async function listed(api: Api, url: string): Promise<ToolAnswer> {
  const { data } = await api.get<{ data: VersionItem[] }>(`${url}/versions`);
  const facts = data.map(({ url: _, ...facts }) => facts);
  return { structured: { identifier: decodeURIComponent(url.replace(/^.*\//, '')), versions: facts } };
}

interface Compared extends Diff {
  identifier: string;
  from: VersionFacts;
  to: VersionFacts;
}

async function compared(api: Api, url: string, values: Values): Promise<ToolAnswer> {
  const query = { from: textOf(values, 'from'), to: textOf(values, 'to') };
  const { data } = await api.get<{ data: Compared }>(`${url}/diff`, query);
  const { identifier, from, to, moved, metadata } = data;
  const changes = clippedText(changesIn(data), numberOf(values, 'max_characters'));
  if (changes === '' && metadata.length === 0)
    throw new ToolError(`${identifier} has the same text on both days, from ${from.from} on.`);
  const structured = { identifier, from, to, changes, moved, metadata: clipped(metadata) };
  return { structured, text: `${identifier}, ${from.from} to ${to.from}\n\n${changes}` };
}

/** Characters of unchanged text around a change. */
const AROUND = 120;

function changesIn({ body }: Pick<Diff, 'body'>): string {
  if (body.every(([op]) => op === '=')) return '';
  const parts = body.map(([op, words], i) => {
    if (op === '-') return `{--${words}--}`;
    if (op === '+') return `{++${words}++}`;
    const [isFirst, isLast] = [i === 0, i === body.length - 1];
    if (words.length <= 2 * AROUND) return words;
    return `${isFirst ? '' : words.slice(0, AROUND)} … ${isLast ? '' : words.slice(-AROUND)}`;
  });
  return parts.join('').trim();
}
