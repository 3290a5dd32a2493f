import { outerLabel } from '../../../contract/document-levels.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { isStatic, webHref } from '../address.ts';
import { currentAddress } from '../router.ts';
import { pathOfCited } from './cited-place.ts';
import { headingOf, type ReadDocument } from './document.ts';
import { searchPath } from './facts.ts';
import type { Setting } from './typeset/typesetter.ts';

export function settingOf(document: ReadDocument): Setting {
  const { path, search } = currentAddress();
  const here = webHref(path + search);
  const isSection = sourceOf(document.source).granularity === 'section';
  const title = outerLabel(document);
  return {
    heading: headingOf(document),
    isSection,
    // An appendix holds other laws with their own sections.
    home: isSection && title !== null && /^\d+$/.test(title) ? { source: document.source, title } : null,
    fragmentHref: id => `${here}#${id}`,
    documentHref,
    searchHref: isStatic() ? null : query => webHref(searchPath(query)),
  };
}

function documentHref(identifier: string): string | null {
  const path = pathOfCited(identifier);
  return path === null ? null : webHref(path);
}
