import { useEffect, useState } from 'preact/hooks';
import { webPathOf } from '../../../contract/web-path.ts';
import { isStatic } from '../address.ts';
import { getJson } from '../api.ts';
import { type Neighbor, Neighbors } from '../components/neighbors.tsx';
import { useLater } from '../use-later.ts';
import { fieldOf, type ReadDocument } from './document.ts';
import { type Ask, type Find, type Found, type Item, neighborByCursor, neighborsOf } from './neighbors.ts';
import type { Innermost } from './use-innermost.ts';

interface Props {
  document: ReadDocument;
  level: Innermost;
}

/** Links to the documents before and after, from the level that they share or else from lists. */
export function NeighborLinks({ document, level: { detail, isSettled } }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  const isTime = useLater(isSettled);
  useEffect(() => {
    if (!isTime) return;
    const controller = new AbortController();
    const ask: Ask = async <T,>(target: string) => {
      const answer = await getJson<T>(target, controller.signal);
      // Neighbors are optional: if they cannot be found, nothing is said.
      return answer.ok ? answer.data : null;
    };
    const find = isStatic() ? byLevels : neighborByCursor;
    neighborsOf(document, detail, ask, find).then(
      neighbors => controller.signal.aborted || setFound(neighbors),
    );
    return () => controller.abort();
  }, [document, detail, isTime]);
  return (
    <Neighbors
      before={neighbor(found?.previous)}
      after={neighbor(found?.next)}
      label="Previous and next document"
    />
  );
}

const byLevels: Find = async (document, level, step, ask) =>
  level && (await import('./neighbor-by-levels.ts')).neighborByLevels(document, level, step, ask);

const neighbor = (item: Item | null | undefined): Neighbor | null =>
  item ? { label: fieldOf(item, 'display_title') ?? item.identifier, to: webPathOf(item) } : null;
