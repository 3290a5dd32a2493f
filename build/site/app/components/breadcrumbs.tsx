import { webHref } from '../address.ts';

export interface Crumb {
  label: string;
  /** A web path. The last crumb, the page itself, has none. */
  to?: string;
}

/** The path from the home page to this page. */
export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav class="breadcrumbs" aria-label="Breadcrumb">
    <ol>
      {[{ label: 'Home', to: '/' }, ...crumbs].map(({ label, to }) => (
        <li key={label}>
          {to === undefined ? <span aria-current="page">{label}</span> : <a href={webHref(to)}>{label}</a>}
        </li>
      ))}
    </ol>
  </nav>
);
