import type { Test } from 'uvu';

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
