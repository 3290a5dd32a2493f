import { sourceOfIdentifier } from '../../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../../contract/web-path.ts';

/** A section and a paragraph in it: `/us/usc/t17/s106/a/1`. Laws of an appendix have levels before the section. */
const PARAGRAPH = /^(\/us\/[a-z]+\/t[^/]+(?:\/(?!s\d)[^/]+)*\/s\d[^/]*)\/(.+)$/;

/** A title, and levels in it: `/us/usc/t17/ch1`, `/us/cfr/t40/p52/spA`, `/us/usc/t10/stA/ptI`. Appendices of parts are documents. */
const LEVEL = /^\/us\/[a-z]+\/t\d+a?(?:\/(?:(?:st|ch|sch|d|p|pt|sp)[A-Z\d][^/]*|sg-[^/]+))*$/;

/**
 * The page of what a link in the law names, as a web path with its fragment: a document, a paragraph of it, or a level. Null where no
 * source has such identifiers. Whether there is such a page, the corpus tells.
 */
export function pathOfCited(identifier: string): string | null {
  const source = sourceOfIdentifier(identifier);
  if (!source) return null;
  if (LEVEL.test(identifier))
    return webPathOfPlace({ view: 'structure', source: source.id, level: identifier });
  const [, section = identifier, paragraph] = PARAGRAPH.exec(identifier) ?? [];
  const page = webPathOf({ source: source.id, identifier: section, metadata: {} });
  return paragraph === undefined ? page : `${page}#${paragraph.split('/').map(encodeURIComponent).join('-')}`;
}
