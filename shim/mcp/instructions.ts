import { SOURCES } from '../../build/contract/sources.ts';

const cited = SOURCES.map(
  ({ id, name, description, namespace }) => `${id} (${name}: ${description}; identifiers ${namespace}…)`,
);

export const INSTRUCTIONS = `Pandect is a read-only collection of U.S. federal law: ${cited.join(', ')}.
- For a known citation call read_document with it ("17 U.S.C. 107"); resolve_citation tells what an unclear one means, or which documents a part, a docket or a RIN has.
- For a topic call search with a few telling words, then read_document with the identifier of a hit. Passages of hits are not enough to say what the law is.
- Texts come in pieces: go on with next_offset, or look at part "outline" and read one section.
- list_documents and browse are exact and complete where search is not: all documents of an agency, a month, a chapter.
- read_level shows what a title, chapter or part holds, level by level; list_documents takes such a level as within.
- references tells what cites a section, a part or a chapter, and what it cites.
- status tells whether a document is in force. Say which document an answer rests on, by its citation.
- A failed call says what is wrong and what is allowed. Where it speaks of a limit, wait before the next call.`;
