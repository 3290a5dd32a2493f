import { median } from './rates.ts';

/** What was seen at one moment. */
export interface Look {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** MB. */
  rss: number;
  heap: number;
  search: number;
  descriptors: number;
}

const BARS = '▁▂▃▄▅▆▇█';
const WIDTH = 60;

/** A row of bars from zero up to the greatest. */
export function bars(values: readonly number[]): string {
  const most = Math.max(...values, Number.MIN_VALUE);
  const step = Math.max(1, values.length / WIDTH);
  const shown = Array.from({ length: Math.min(WIDTH, values.length) }, (_, i) =>
    Math.max(
      ...values.slice(Math.floor(i * step), Math.max(Math.floor(i * step) + 1, Math.floor((i + 1) * step))),
    ),
  );
  return shown
    .map(value => BARS[Math.min(BARS.length - 1, Math.floor((value / most) * BARS.length))])
    .join('');
}

/** What may grow from the first half to the second, as a factor, and by how much in any case. */
const BOUNDS: Partial<Record<keyof Look, readonly [factor: number, slack: number]>> = {
  rss: [1.1, 10],
  heap: [1.15, 10],
  search: [1.1, 10],
  descriptors: [1.1, 5],
  p99: [1.25, 2],
};

export interface Judged {
  name: keyof Look;
  first: number;
  second: number;
  isLevel: boolean;
}

/** The second half beside the first, of what is left without the first tenth, in which caches fill. Medians. */
export function judged(looks: readonly Look[]): Judged[] {
  const warm = looks.slice(Math.ceil(looks.length / 10));
  const middle = Math.floor(warm.length / 2);
  return Object.entries(BOUNDS).map(([key, [factor, slack]]) => {
    const name = key as keyof Look;
    const of = (part: readonly Look[]): number => median(part.map(look => look[name]));
    const [first, second] = [of(warm.slice(0, middle)), of(warm.slice(middle))];
    return { name, first, second, isLevel: second <= first * factor + slack };
  });
}
