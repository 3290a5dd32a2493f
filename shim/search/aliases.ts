import { identifierProblem } from '../../build/contract/identifier.ts';
import { documentPath } from '../../build/contract/paths.ts';
import { sourceOfIdentifier } from '../../build/contract/sources.ts';
import { partsOf } from '../content/document-parts.ts';
import type { TreeFiles } from '../content/tree-files.ts';

/** Returns an alias's identifier, or null: engines know only documents, but the tree has files for aliases. */
export async function identifierOfAlias(files: TreeFiles, identifier: string): Promise<string | null> {
  const source = sourceOfIdentifier(identifier);
  if (!source || identifierProblem(source, identifier) !== null) return null;
  const file = await files.get(documentPath(source, identifier, 'json'));
  if (!file) return null;
  const { rest } = file.content ? partsOf(file.content) : await files.largeDocuments.get(file);
  const own = (JSON.parse(rest) as { data: { identifier: string } }).data.identifier;
  return own === identifier ? null : own;
}
