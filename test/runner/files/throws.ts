import { test } from 'uvu';

for (const thrown of [{ status: 404, details: { bell: 'one' } }, 'two bells', undefined])
  test(`throws ${JSON.stringify(thrown)}`, () => {
    throw thrown;
  });

test('goes on', () => console.log('the last test ran'));

test.run();
