import { levelNotFound } from './errors.ts';
import { missingLevel } from './gone-levels.ts';
import { outlinePath, type ReadFile, structureLevelPath } from './paths.ts';
import type { RoutedSource } from './sources.ts';

/** Cuts all that is below a level from its title's file (build/contract/README.md, Levels). */

interface Level {
  source: RoutedSource;
  identifier: string;
}

/** @returns the answer as JSON @throws ApiError NOT_FOUND */
export async function outlineBelow(read: ReadFile, { source, identifier }: Level): Promise<string> {
  const own = await read(structureLevelPath(source, identifier));
  if (own === null) throw await missingLevel(read, { source, identifier });
  const { data } = JSON.parse(own) as { data: { path: { identifier: string }[] } };
  const [title] = data.path;
  const outline = title && (await read(outlinePath(source, title.identifier)));
  const start = outline?.indexOf(`{"identifier":${JSON.stringify(identifier)},"level":`) ?? -1;
  if (!outline || start < 0) throw levelNotFound(identifier);
  const rest = outline.slice(start + 1, objectEnd(outline, start));
  return `{"data":{"path":${JSON.stringify(data.path)},${rest}${outline.slice(outline.lastIndexOf(',"meta":'))}`;
}

/** Finds the end of an object. @param start of its brace */
function objectEnd(json: string, start: number): number {
  const mark = /"(?:[^"\\]|\\.)*"|[{}]/g;
  mark.lastIndex = start;
  for (let depth = 0; ; ) {
    const found = mark.exec(json)?.[0];
    depth += found === '{' ? 1 : found === '}' ? -1 : 0;
    if (depth === 0 || found === undefined) return mark.lastIndex;
  }
}
