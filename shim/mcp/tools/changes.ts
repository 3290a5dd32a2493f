import type { ChangedDocument, ChangedEdition, ChangesEntry } from '../../../build/contract/changes.ts';
import { changesUrl } from '../../../build/contract/paths.ts';
import { inputSchema } from '../arguments.ts';
import { ITEMS, pageOf } from '../bounds.ts';
import { integer, listOf, object, outputSchema, PAGE, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, textOf } from './inputs.ts';

/** Changes by builds, as in `/api/changes` (build/contract/README.md, Changes). */
export const changes: Tool = {
  name: 'changes',
  title: 'Changes',
  description:
    "Tells what has changed in this collection: without since the newest builds, each with its number and how many documents it added, changed and removed; with since the documents themselves, and with the change 'edition' titles whose other documents are the same text in a newer edition. It is about what this collection holds, which follows the law with some days between.",
  input: inputSchema({
    since: {
      type: 'string',
      maxLength: 64,
      description: 'The number of a build, or its id: what has changed after it.',
    },
    limit: limitArgument(ITEMS, 'How many builds or documents.'),
    offset: offsetArgument('How many of them to skip: next_offset of the answer before.'),
  }),
  output: outputSchema(PAGE, {
    builds: listOf(object),
    since: text,
    number: integer,
    build: text,
    documents: listOf(object),
  }),
  async run(values, api) {
    const since = textOf(values, 'since');
    const slice = { offset: numberOf(values, 'offset'), limit: numberOf(values, 'limit') };
    const url = changesUrl;
    if (since === undefined) {
      const { data } = await api.get<{ data: ChangesEntry[] }>(url);
      const { items, ...page } = pageOf(data, slice);
      const builds = items.map(({ number, build, published, complete, documents, sources }) => ({
        number,
        build,
        published,
        complete,
        documents,
        sources,
      }));
      return { structured: { builds, ...page } };
    }
    const { data, meta } = await api.get<{
      data: (ChangedDocument | ChangedEdition)[];
      meta: { number: number; build: string };
    }>(url, { since });
    const { items, ...page } = pageOf(data, slice);
    const documents = items.map(item => {
      const { identifier, source, change } = item;
      if (item.change !== 'edition') return { identifier, source, change };
      const { currency, release_point } = item;
      return { identifier, source, change, currency, release_point };
    });
    return { structured: { since, number: meta.number, build: meta.build, documents, ...page } };
  },
};
