import { webHref } from '../address.ts';

export interface Neighbor {
  label: string;
  to: string;
}

export function Neighbors({
  before,
  after,
  label,
}: {
  before: Neighbor | null;
  after: Neighbor | null;
  label: string;
}) {
  if (!before && !after) return null;
  return (
    <nav class="neighbors" aria-label={label}>
      {before && (
        <a class="neighbor" href={webHref(before.to)} rel="prev">
          <span aria-hidden="true">←</span> {before.label}
        </a>
      )}
      {after && (
        <a class="neighbor neighbor-after" href={webHref(after.to)} rel="next">
          {after.label} <span aria-hidden="true">→</span>
        </a>
      )}
    </nav>
  );
}
