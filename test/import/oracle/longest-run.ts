interface Item {
  weight: number;
  /** Any of these places is accepted. */
  at: readonly number[];
}

interface Step {
  item: number;
  /** The weight of all items up to this one. */
  weight: number;
  before: Step | null;
}

/** @returns the items of the heaviest run with growing places; all others were moved */
export function longestRun(items: readonly Item[]): Set<number> {
  const places = [...new Set(items.flatMap(({ at }) => at))].sort((a, b) => a - b);
  const ranks = new Map(places.map((place, rank) => [place, rank + 1]));
  /** A binary indexed tree: the best step that ends before a place. */
  const best: (Step | null)[] = new Array(places.length + 1).fill(null);
  items.forEach(({ weight, at }, item) => {
    const steps = at.map(place => {
      const rank = ranks.get(place)!;
      let before: Step | null = null;
      for (let i = rank - 1; i > 0; i -= i & -i)
        if ((best[i]?.weight ?? 0) > (before?.weight ?? 0)) before = best[i]!;
      return { rank, step: { item, weight: weight + (before?.weight ?? 0), before } };
    });
    for (const { rank, step } of steps)
      for (let i = rank; i < best.length; i += i & -i)
        if ((best[i]?.weight ?? 0) < step.weight) best[i] = step;
  });
  let last: Step | null = null;
  for (const step of best) if ((step?.weight ?? 0) > (last?.weight ?? 0)) last = step;
  const run = new Set<number>();
  for (let step: Step | null = last; step; step = step.before) run.add(step.item);
  return run;
}
