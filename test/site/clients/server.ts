import type { Context, uvu } from 'uvu';
import { type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';
import { type Clock, skewedClock } from './clock.ts';

/** A real server for the tests of a file. Each test begins with a new window. */
export interface Server {
  readonly shim: Shim;
  readonly clock: Clock;
}

export function serverFor(test: uvu.Test<Context>): Server {
  const clock = skewedClock();
  let shim: Shim;
  test.before(async () => {
    shim = await startShim({ ...(await sampleTree()), counter: clock.counter });
  });
  test.after(() => shim.close());
  test.before.each(() => clock.nextWindow());
  return {
    clock,
    get shim() {
      return shim;
    },
  };
}
