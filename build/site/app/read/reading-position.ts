import type { Marks } from '../router.ts';

/**
 * Position of the reader in a text: the first visible run and its offset. A position in the page would not do, since runs are
 * added piece by piece, and those never seen have an estimated height.
 */
interface ReadingPosition {
  run: number;
  /** Pixels from the window's upper edge to the run. */
  top: number;
}

/** A sixth of a second: too short for the reader to scroll. */
const FRAMES = 10;

/** @param root the text's element */
export function marksIn(root: HTMLElement): Marks {
  const runs = () => root.querySelectorAll('.run');
  return {
    read() {
      const all = Array.from(runs(), run => run.getBoundingClientRect());
      const run = all.findIndex(({ height, bottom }) => height > 0 && bottom > 0);
      // At the beginning the scroll position is enough.
      return run <= 0 ? null : ({ run, top: all[run]!.top } satisfies ReadingPosition);
    },
    show(mark) {
      const { run, top } = mark as Partial<ReadingPosition>;
      const shown = typeof run === 'number' && typeof top === 'number' ? runs()[run] : undefined;
      if (!shown) return false;
      // Runs that become visible get their real height some frames later, and move what is below them.
      const hold = (frames: number): void => {
        window.scrollBy(0, shown.getBoundingClientRect().top - (top as number));
        if (frames > 0) requestAnimationFrame(() => hold(frames - 1));
      };
      hold(FRAMES);
      return true;
    },
  };
}
