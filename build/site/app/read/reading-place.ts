import type { Marks } from '../router.ts';

/**
 * Where the reader is within a text: which run is the first in sight, and how far. Pixels of the whole page do not tell it, since runs
 * come piece by piece, and those that were never in sight have a height that is guessed.
 */
interface ReadingPlace {
  run: number;
  /** Of the run below the upper edge of the window, in pixels. */
  top: number;
}

/** A sixth of a second: nobody has gone on reading by then. */
const FRAMES = 10;

/** @param root of the text */
export function marksIn(root: HTMLElement): Marks {
  const runs = () => root.querySelectorAll('.run');
  return {
    read() {
      const all = Array.from(runs(), run => run.getBoundingClientRect());
      const run = all.findIndex(({ height, bottom }) => height > 0 && bottom > 0);
      // At its beginning the page is where pixels say.
      return run <= 0 ? null : ({ run, top: all[run]!.top } satisfies ReadingPlace);
    },
    show(mark) {
      const { run, top } = mark as Partial<ReadingPlace>;
      const shown = typeof run === 'number' && typeof top === 'number' ? runs()[run] : undefined;
      if (!shown) return false;
      // What comes into sight by that gets its own height some frames later, and moves what is below it.
      const hold = (frames: number): void => {
        window.scrollBy(0, shown.getBoundingClientRect().top - (top as number));
        if (frames > 0) requestAnimationFrame(() => hold(frames - 1));
      };
      hold(FRAMES);
      return true;
    },
  };
}
