import { documentLevel, hierarchyOf, identifyingLevels } from '../../build/contract/levels.ts';
import { sourcesUrl } from '../../build/contract/paths.ts';
import { SOURCES, type Source } from '../../build/contract/sources.ts';
import type { Api } from './api.ts';
import { isWellFormed } from './arguments.ts';
import { URI_SCHEME } from './documents/document-names.ts';
import { readWhole } from './tools/read-document.ts';

/** MCP resources: a list of the sources, and a template for documents. */

const MARKDOWN = 'text/markdown';

export const resourceList = () =>
  SOURCES.map(({ id, name, description }) => ({
    uri: URI_SCHEME + id,
    name: id,
    title: name,
    description,
    mimeType: MARKDOWN,
  }));

/** Returns an identifier such as `t17/s106`. */
function exampleOf(source: Source): string {
  const segments = identifyingLevels(source).map(({ prefix }) => `${prefix}17`);
  return segments.length === 0
    ? 'its document number'
    : `as ${segments.concat(`${documentLevel(source).prefix}106`).join('/')}`;
}

export const resourceTemplates = () =>
  SOURCES.map(source => ({
    uriTemplate: `${URI_SCHEME}${source.id}/{+shorthand}`,
    name: `${source.id}-document`,
    title: `A document of the ${source.shortName}`,
    description: `By what follows ${source.namespace} in its identifier, ${exampleOf(source)}. Long documents are cut off; the tool read_document reads all of them.`,
    mimeType: MARKDOWN,
  }));

/** Returns null for unknown resources. @throws ToolError */
export async function readResource(api: Api, uri: string): Promise<string | null> {
  if (!uri.startsWith(URI_SCHEME) || !isWellFormed(uri)) return null;
  const source = SOURCES.find(({ id }) => uri === URI_SCHEME + id);
  if (!source) return readWhole(api, uri);
  const { data } = await api.get<{ data: { id: string; document_count: number }[] }>(sourcesUrl);
  const count = data.find(({ id }) => id === source.id)?.document_count ?? 0;
  const levels = hierarchyOf(source).join(' → ');
  return `# ${source.name}\n\n${source.description}. ${count} documents; ${levels}.\n\nFilters of list_documents: ${source.filters.map(({ param }) => param).join(', ')}.\n`;
}
