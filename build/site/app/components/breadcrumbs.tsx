import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';

export interface Crumb {
  label: string;
  /** A web path. The last crumb, the page itself, has none. */
  to?: string;
}

export const sourceCrumb = ({ id, shortName }: Source): Crumb => ({
  label: shortName,
  to: webPathOfPlace({ view: 'source', source: id }),
});

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav class="breadcrumbs" aria-label="Breadcrumb">
    <ol>
      {[{ label: 'Home', to: '/' }, ...crumbs].map(({ label, to }, depth) => (
        // Two levels may have one name.
        <li key={depth}>
          {to === undefined ? <span aria-current="page">{label}</span> : <a href={webHref(to)}>{label}</a>}
        </li>
      ))}
    </ol>
  </nav>
);
