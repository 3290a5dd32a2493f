import type { Document } from '../../../build/contract/envelope.ts';
import { canonicalIdentifier } from '../../../build/contract/identifier.ts';
import { isDated } from '../../../build/contract/levels.ts';
import { structureLevelUrl, structureUrl } from '../../../build/contract/paths.ts';
import { SOURCES, type Source, sourceOf, sourceOfIdentifier } from '../../../build/contract/sources.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema } from '../arguments.ts';
import { clipped, clippedText, PLACES, pageOf } from '../bounds.ts';
import { shownOf } from '../documents/shown-fields.ts';
import { integer, listOf, object, outputSchema, PAGE, shownDocument, text, textOrNull } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';

/** Characters of a level's own notes. */
const NOTES = 4000;

const LEVELED = SOURCES.filter(source => !isDated(source));

const level = outputSchema({
  ...{ identifier: text, level: text, number: textOrNull, name: textOrNull, status: textOrNull },
  document_count: integer,
});

interface Level {
  identifier: string;
  children: Record<string, unknown>[];
  documents: Pick<Document, 'source' | 'identifier' | 'metadata'>[];
  notes: { text: string } | null;
}

/** Levels of the law and what is in them (build/contract/README.md, Levels). */
export const readLevel: Tool = {
  name: 'read_level',
  title: 'Read a level',
  description:
    'Shows a title, chapter, part or any other level: the levels above it, the levels and documents directly in it, and its own notes (authority, source). Without a level it shows the outermost ones of a source. Walk down with the identifiers that it tells; list_documents takes them as within.',
  input: inputSchema({
    source: sourceArgument('Which source is meant, where the identifier leaves that open.'),
    level: {
      type: 'string',
      maxLength: 1000,
      description: 'The identifier of a level, such as /us/usc/t17/ch1, t17/ch1 or /us/cfr/t40/p52/spA.',
    },
    limit: limitArgument(PLACES, 'How many levels and documents in it, levels first.'),
    offset: offsetArgument('How many of them to skip: next_offset of the answer before.'),
  }),
  output: outputSchema(
    { source: text, levels: listOf(level), documents: listOf(shownDocument), ...PAGE },
    {
      ...{ identifier: text, level: text, number: textOrNull, name: textOrNull, status: textOrNull },
      path: listOf(object),
      document_count: integer,
      notes: text,
    },
  ),
  async run(values, api) {
    const name = textOf(values, 'level');
    const source = sourceFor(name, sourceIdOf(values));
    const { children, documents, notes, ...own } = await levelNamed(api, source, name);
    const slice = { offset: numberOf(values, 'offset'), limit: numberOf(values, 'limit') };
    const { items, ...page } = pageOf<Item>([...children, ...documents], slice);
    const isLevel = (item: Item): boolean => 'level' in item;
    return {
      structured: {
        ...{ source: source.id, ...own },
        levels: items.filter(isLevel).map(({ url, ...item }) => item),
        documents: items.filter(item => !isLevel(item)).map(item => shownOf(item as Level['documents'][0])),
        ...(notes && { notes: clippedText(notes.text, NOTES) }),
        ...page,
      },
    };
  },
};

type Item = Record<string, unknown>;

/** The source of a level by its name. @throws ToolError where it is not clear */
export function sourceFor(name: string | undefined, id: Source['id'] | undefined): Source {
  const source = id === undefined ? sourceOfIdentifier(name ?? '') : sourceOf(id);
  if (source && LEVELED.includes(source)) return source;
  const ids = LEVELED.map(leveled => leveled.id).join(' or ');
  throw new ToolError(`Say which source: ${ids}. No other has levels.`);
}

/** @throws ToolError */
async function levelNamed(api: Api, source: Source, name: string | undefined): Promise<Level> {
  if (name === undefined) {
    const { data } = await api.get<{ data: Item[] }>(structureUrl(source));
    return { children: data, documents: [], notes: null } as unknown as Level;
  }
  const { data } = await api.get<{ data: Level }>(
    structureLevelUrl(source, canonicalIdentifier(source, name)),
  );
  return { ...data, ...(clipped({ path: (data as unknown as Item).path }) as object) };
}
