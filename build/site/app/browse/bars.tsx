import { webHref } from '../address.ts';
import { Rows } from '../components/rows.tsx';
import { count } from '../format.ts';

export interface Bar {
  key: number;
  /** Texts: below the bar, read out after it, and in the table. */
  short: string;
  rest: string;
  long: string;
  documents: number;
  /** A web path; null without a link. */
  to: string | null;
}

/** Documents over time. Each bar is a link that says its number; a table has the same numbers. */
export function Bars({ bars, caption, of }: { bars: readonly Bar[]; caption: string; of: string }) {
  const most = Math.max(1, ...bars.map(({ documents }) => documents));
  return (
    <figure class="bars-figure">
      <figcaption>{caption}</figcaption>
      <ol class={bars.length > 12 ? 'bars bars-many' : 'bars'}>
        {bars.map(bar => (
          <li key={bar.key}>
            {bar.to === null ? (
              <span class="bar is-empty">
                <Column bar={bar} most={most} />
              </span>
            ) : (
              <a class="bar" href={webHref(bar.to)}>
                <Column bar={bar} most={most} />
              </a>
            )}
          </li>
        ))}
      </ol>
      <details class="bars-table">
        <summary>As a table</summary>
        <Rows caption={caption} heads={[of]} numbers={['Documents']}>
          {bars.map(({ key, long, documents }) => (
            <tr key={key}>
              <th scope="row">{long}</th>
              <td class="number">{count(documents)}</td>
            </tr>
          ))}
        </Rows>
      </details>
    </figure>
  );
}

function Column({ bar, most }: { bar: Bar; most: number }) {
  const height = bar.documents === 0 ? 0 : Math.max(1.5, (bar.documents / most) * 100);
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-upright" x="10" y={100 - height} width="80" height={height} />
        <rect class="bar-lying" x="0" y="0" width={height} height="100" />
      </svg>
      <span class="bar-label">
        {bar.short}
        <span class="visually-hidden">{bar.rest}: </span>
      </span>
      <span class="bar-count">
        {count(bar.documents)}
        <span class="visually-hidden"> {bar.documents === 1 ? 'document' : 'documents'}</span>
      </span>
    </>
  );
}
