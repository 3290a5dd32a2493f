import { canonicalIdentifier } from '../../../build/contract/identifier.ts';
import type { LevelChange } from '../../../build/contract/level-changes.ts';
import { structureLevelUrl } from '../../../build/contract/paths.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema, type Values } from '../arguments.ts';
import { clipped, ITEMS, PLACES, pageOf } from '../bounds.ts';
import { integer, listOf, object, outputSchema, PAGE, text, textOrNull } from '../schemas.ts';
import type { Tool, ToolAnswer } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';
import { sourceFor } from './read-level.ts';
import { urlOfHistory } from './versions.ts';

const event = outputSchema({ date: textOrNull, kind: text, citation: text, identifier: text });
const change = outputSchema({
  ...{ change: text, amended: textOrNull },
  ...{ identifier: text, display_title: text, date: text },
});

/** What the law tells of the history of a document, and what changed in a level (build/contract/README.md, Events, and Changes of a level). */
export const history: Tool = {
  name: 'history',
  title: 'History of a document or a level',
  description:
    'With `document`: the events that the law itself tells of a section, oldest first (enacted, amended, effective, transferred, repealed), by which law or rule, and whether a version from that day is held here. With `level` and `from`: what was added, amended, renumbered or removed in a title, chapter or part between two days; `amended` is `notes` where only credits and notes of a section are. The tool versions tells the words that changed.',
  input: inputSchema({
    document: {
      type: 'string',
      maxLength: 1000,
      description: 'An identifier (/us/usc/t17/s106, t17/s106) or a citation (17 U.S.C. 106): its events.',
    },
    level: {
      type: 'string',
      maxLength: 1000,
      description: 'The identifier of a level, such as /us/usc/t17/ch1 or /us/cfr/t40/p52: its changes.',
    },
    source: sourceArgument('Which source is meant, where the identifier leaves that open.'),
    from: { type: 'string', description: 'Changes of the level after this day, YYYY-MM-DD.' },
    to: { type: 'string', description: 'Changes of the level until this day, YYYY-MM-DD; by default today.' },
    limit: limitArgument({ default: ITEMS.default, max: PLACES.default }, 'How many events or changes.'),
    offset: offsetArgument('How many of them to skip: next_offset of the answer before.'),
  }),
  output: outputSchema(
    { identifier: text, ...PAGE },
    {
      events: listOf(event),
      changes: listOf(change),
      ...{ from: text, to: text },
      known: {
        ...object,
        description:
          'The days of the first edition of which all texts are held, and of the last that changed anything.',
      },
      counts: {
        ...object,
        properties: { added: integer, amended: integer, renumbered: integer, removed: integer },
      },
    },
  ),
  async run(values, api) {
    const [document, level] = [textOf(values, 'document'), textOf(values, 'level')];
    if ((document === undefined) === (level === undefined))
      throw new ToolError('Say either a document, for its events, or a level with `from`, for its changes.');
    return document === undefined ? changesOf(api, level as string, values) : eventsOf(api, document, values);
  },
};

async function eventsOf(api: Api, name: string, values: Values): Promise<ToolAnswer> {
  const url = await urlOfHistory(api, name, sourceIdOf(values));
  const { data } = await api.get<{ data: Record<string, unknown>[] }>(`${url}/events`);
  const { items, ...page } = pageOf(data, {
    offset: numberOf(values, 'offset'),
    limit: numberOf(values, 'limit'),
  });
  const identifier = decodeURIComponent(url.replace(/^.*\//, ''));
  return { structured: { identifier, events: items.map(clipped), ...page } };
}

interface Changes {
  data: { identifier: string; changes: LevelChange[] } & Record<string, unknown>;
  pagination: { total: number; offset: number; limit: number; has_more: boolean };
}

async function changesOf(api: Api, name: string, values: Values): Promise<ToolAnswer> {
  const source = sourceFor(name, sourceIdOf(values));
  const query = { from: textOf(values, 'from'), to: textOf(values, 'to') };
  const page = { limit: numberOf(values, 'limit'), offset: numberOf(values, 'offset') };
  const url = `${structureLevelUrl(source, canonicalIdentifier(source, name))}/changes`;
  const { data, pagination } = await api.get<Changes>(url, { ...query, ...page });
  const { changes, ...facts } = data;
  const { total, offset, limit, has_more } = pagination;
  return {
    structured: {
      ...facts,
      changes: changes.map(({ diff_url: _, ...fact }) => fact),
      ...{ total, offset, next_offset: has_more ? offset + limit : null },
    },
  };
}
