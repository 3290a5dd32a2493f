import { suite, type Test } from 'uvu';

/**
 * A test that needs something of the machine. Where that is not there it says so and is skipped; in CI that is a
 * failure.
 *
 * @param hindrance why it cannot run here; null where it can
 */
export function testWhere<T>(
  test: Test<T>,
  hindrance: string | null,
  name: string,
  run: () => void | Promise<void>,
): void {
  if (hindrance === null) test(name, run);
  else if (process.env.CI === 'true') test(name, () => Promise.reject(new Error(hindrance)));
  else {
    test.skip(name, run);
    console.log(`SKIPPED: ${name}: ${hindrance}`);
  }
}

/** A suite all of whose tests need the same. What they share is made only where they run. */
export function suiteWhere(name: string, hindrance: string | null): Test {
  const tests = suite(name);
  if (hindrance === null) return tests;
  const hindered = (name: string, run: () => void | Promise<void>) => testWhere(tests, hindrance, name, run);
  const nothing = Object.assign(() => undefined, { each: () => undefined });
  return Object.assign(hindered, tests, { before: nothing, after: nothing }) as unknown as Test;
}
