import { webHref } from '../address.ts';
import type { Pagination } from '../api.ts';
import { count, pageOf } from '../format.ts';

interface Props {
  pagination: Pagination;
  /** The web path of the page that begins at an offset. */
  pathOf: (offset: number) => string;
  label: string;
}

/** Links between the pages of a list; nothing where there is only one page. */
export function Pager({ pagination: { total, limit, offset, has_more }, pathOf, label }: Props) {
  if (total === null || (offset === 0 && !has_more)) return null;
  const { page, pages } = pageOf(offset, limit, total);
  const last = (pages - 1) * limit;
  const link = (text: string, to: number | null, rel?: string) =>
    to === null ? (
      <span class="pager-link" aria-disabled="true">
        {text}
      </span>
    ) : (
      <a class="pager-link" href={webHref(pathOf(to))} rel={rel}>
        {text}
      </a>
    );
  return (
    <nav class="pager" aria-label={label}>
      {link('First', page > 1 ? 0 : null)}
      {link('Previous', page > 1 ? Math.max(0, offset - limit) : null, 'prev')}
      <span class="pager-place">
        Page {count(page)} of {count(pages)}
      </span>
      {link('Next', has_more ? offset + limit : null, 'next')}
      {link('Last', has_more ? last : null)}
    </nav>
  );
}
