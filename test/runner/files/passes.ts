import { test } from 'uvu';

test('passes', () => console.log(`process ${process.pid}`));

test.run();
