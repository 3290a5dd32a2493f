import { documentUrl } from '../../../contract/paths.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic } from '../address.ts';
import type { ListItem } from '../api-types.ts';
import { useApi } from '../use-api.ts';
import { type HierarchyItem, levelAbove, levelOf } from './level-of.ts';

/** The level of a page of documents. */
export interface PageLevel {
  identifier: string;
  /** The identifier of the level above; undefined where the document does not tell it. */
  above: string | undefined;
  /** The web path of its own page. */
  path: string;
}

/**
 * The level with a page of documents, such as a chapter. Items of lists do not tell the levels above them, so one small
 * request asks for those of a document in it. Null while it is loading, and where no document is known.
 * @param member a document of the page; null where none is known @param place of the page
 */
export function useLevelPage(member: ListItem | null, place: WebPlace): PageLevel | null {
  const source = member && sourceOf(member.source);
  // Of hosts of files no file has a single field.
  const fields = isStatic() ? '' : '?fields=hierarchy';
  const { answer } = useApi<HierarchyItem>(
    member && source && documentUrl(source, member.identifier) + fields,
  );
  if (!member || !source || answer?.data.identifier !== member.identifier) return null;
  const identifier = levelOf(answer.data, place);
  if (identifier === null) return null;
  return {
    identifier,
    above: levelAbove(answer.data, identifier),
    path: webPathOfPlace({ view: 'structure', source: source.id, level: identifier }),
  };
}
