import { canonicalIdentifier } from '../../../build/contract/identifier.ts';
import { isDated } from '../../../build/contract/levels.ts';
import { citationsUrl, documentUrl, structureLevelUrl, withQuery } from '../../../build/contract/paths.ts';
import { REFERENCE_LISTS, type Reference, type ReferenceCounts } from '../../../build/contract/reference.ts';
import { type SourceId, sourceOf, sourceOfIdentifier } from '../../../build/contract/sources.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema } from '../arguments.ts';
import { ITEMS } from '../bounds.ts';
import { type Named, ofSource, readingsOf } from '../documents/document-names.ts';
import { integer, listOf, object, outputSchema, PAGE, text, textOrNull } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';

const reference = outputSchema({
  ...{ identifier: text, title: textOrNull, where: text, count: integer },
  pinpoints: { ...listOf(text), description: 'The paragraphs that are cited: (a)(1).' },
});

/** What a document or level cites, and what cites it (build/contract/README.md, References). */
export const references: Tool = {
  name: 'references',
  title: 'Find references',
  description:
    'Tells what cites a section, document, part or chapter, or what it cites: other sections, regulations made under it, rules of the Federal Register that amend a section or a part, public laws. Each reference has the kind of text (text, note, credit, authority, amendment), the number of citations and the paragraphs; the most citations come first. What is not held, such as a public law, has no title.',
  input: inputSchema(
    {
      subject: {
        type: 'string',
        maxLength: 500,
        description:
          'An identifier of a document or level (/us/usc/t17/s106, t17/ch1, /us/cfr/t40/p52) or a citation (17 U.S.C. 106, 40 CFR part 52).',
      },
      source: sourceArgument('Which source is meant, where a shorthand such as t1/s1 leaves that open.'),
      list: {
        type: 'string',
        enum: REFERENCE_LISTS,
        default: 'cited_by',
        description: 'cited_by: what cites it; cites: what it cites.',
      },
      limit: limitArgument(ITEMS, 'How many references at most.'),
      offset: offsetArgument('How many to skip: next_offset of the answer before.'),
    },
    ['subject'],
  ),
  output: outputSchema({
    ...{ identifier: text, list: text },
    references: listOf(reference),
    counts: { ...object, description: 'Of each list by source.' },
    ...PAGE,
  }),
  async run(values, api) {
    const name = textOf(values, 'subject') ?? '';
    const { url, first } = await subjectOf(api, name, sourceIdOf(values));
    const list = textOf(values, 'list') as keyof Answer['counts'];
    const [limit, offset] = [numberOf(values, 'limit'), numberOf(values, 'offset')];
    const page = withQuery(url, `list=${list}&limit=${limit}&offset=${offset}`);
    const { data, pagination } = await api.get<Page>(page);
    return {
      structured: {
        ...{ identifier: first.identifier, list, references: data.map(shown), counts: first.counts },
        ...{ total: pagination.total, offset, next_offset: pagination.has_more ? offset + limit : null },
      },
    };
  },
};

interface Answer {
  identifier: string;
  counts: Record<(typeof REFERENCE_LISTS)[number], ReferenceCounts>;
}

interface Page {
  data: readonly Reference[];
  pagination: { total: number; has_more: boolean };
}

const shown = ({ identifier, display_title: title, where, count, pinpoints }: Reference) => ({
  ...{ identifier, title, where, count },
  pinpoints: pinpoints.map(labels => labels.map(label => `(${label})`).join('')),
});

interface Subject {
  url: string;
  first: Answer;
}

/** @throws ToolError where a text names nothing that is held, or several */
async function subjectOf(api: Api, name: string, id: SourceId | undefined): Promise<Subject> {
  const named = ofSource(readingsOf(name), id);
  const found = await subjectsNamed(api, named.length > 0 ? named : await otherReadings(api, name, id));
  const [only] = found;
  if (only && found.length === 1) return only;
  const quoted = JSON.stringify(name.slice(0, 200));
  if (!only)
    throw new ToolError(`No document or level was found with the identifier or citation ${quoted}.`, 404);
  const names = found.map(({ first }) => first.identifier).join(', ');
  throw new ToolError(`${quoted} names several. Ask for one of them by its identifier: ${names}.`);
}

/** A citation, or a name such as `t17`, which only a level of a known source has. */
async function otherReadings(api: Api, name: string, id: SourceId | undefined): Promise<Named[]> {
  const { data } = await api.get<{ data: { identifier: string | null }[] }>(
    withQuery(citationsUrl, `q=${encodeURIComponent(name)}`),
  );
  const cited = data.flatMap(({ identifier }) => {
    const source = sourceOfIdentifier(identifier ?? '');
    return source && identifier ? [{ source, identifier }] : [];
  });
  const source = id && sourceOf(id);
  if (cited.length > 0 || !source) return ofSource(cited, id);
  return [{ source, identifier: canonicalIdentifier(source, name) }];
}

async function subjectsNamed(api: Api, named: readonly Named[]): Promise<Subject[]> {
  const urls = named.map(({ source, identifier }) => [
    documentUrl(source, identifier),
    ...(isDated(source) ? [] : [structureLevelUrl(source, identifier)]),
  ]);
  const found = await Promise.all(urls.map(candidates => firstOf(api, candidates)));
  return found.filter(subject => subject !== null);
}

/** A document before a level. */
async function firstOf(api: Api, candidates: readonly string[]): Promise<Subject | null> {
  for (const candidate of candidates) {
    const url = `${candidate}/references`;
    const answer = await api.find<{ data: Answer }>(url);
    if (answer) return { url, first: answer.data };
  }
  return null;
}
