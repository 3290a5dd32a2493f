import type { ComponentChildren } from 'preact';
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx';

interface Props {
  crumbs: readonly Crumb[];
  /** A small line above the heading. */
  above?: ComponentChildren;
  heading: ComponentChildren;
  /** A line below it. */
  children?: ComponentChildren;
}

export const ViewHead = ({ crumbs, above, heading, children }: Props) => (
  <header class="view-head">
    <Breadcrumbs crumbs={crumbs} />
    <h1>
      {above && <span class="view-above">{above} </span>}
      {heading}
    </h1>
    {children && <p class="view-facts">{children}</p>}
  </header>
);
