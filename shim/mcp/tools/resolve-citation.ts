import { inputSchema } from '../arguments.ts';
import { ITEMS } from '../bounds.ts';
import { resolve } from '../documents/citations.ts';
import { integer, listOf, outputSchema, shownDocument, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';

export const resolveCitation: Tool = {
  name: 'resolve_citation',
  title: 'Resolve a citation',
  description:
    'Tells which documents a citation means: 17 U.S.C. § 107, 45 CFR part 46, 83 FR 21707, a document or docket number, a RIN, an identifier, or the popular name of an act. found_by says how sure that is: identifier and citation are exact, search is a guess by the words, none means that what is cited is not held here: then note tells what is missing, and referred_by are documents that only mention it.',
  input: inputSchema(
    {
      citation: { type: 'string', maxLength: 500, description: 'The citation, as it is written.' },
      source: sourceArgument('Which source is meant, where the citation leaves that open.'),
      limit: limitArgument(ITEMS, 'How many documents, of a part or a docket that has many.'),
    },
    ['citation'],
  ),
  output: outputSchema(
    {
      citation: text,
      found_by: { type: 'string', enum: ['identifier', 'citation', 'search', 'none'] },
      documents: listOf(shownDocument),
      total: integer,
    },
    {
      note: text,
      referred_by: listOf(shownDocument, 'Documents that refer to what is not held.'),
    },
  ),
  async run(values, api) {
    const citation = textOf(values, 'citation') ?? '';
    const { by, ...found } = await resolve(api, citation, sourceIdOf(values), Number(values.limit));
    return { structured: { citation, found_by: by, ...found } };
  },
};
