import { suite } from 'uvu';

const test = suite('waits');

test.after(() => new Promise(() => setInterval(() => {}, 1000)));

test('fails', () => {
  throw new Error('this fails');
});

test.run();
