import type { ComponentChildren } from 'preact';

interface Props {
  /** Read out by screen readers. */
  caption: string;
  heads: readonly string[];
  /** Heads of the columns with numbers, which are the last ones. */
  numbers: readonly string[];
  kind?: string;
  children: ComponentChildren;
}

/** A table of divisions and their numbers of documents. */
export const Rows = ({ caption, heads, numbers, kind = '', children }: Props) => (
  <table class={`rows ${kind}`.trim()}>
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {[...heads, ...numbers].map((head, i) => (
          <th key={head} scope="col" class={i < heads.length ? undefined : 'number'}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
