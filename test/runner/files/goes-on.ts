import { suite, test } from 'uvu';

test('fails', () => {
  throw new Error('this fails');
});

test('goes on', () => console.log('the second test ran'));

test.run();

const other = suite('another suite');

other.after(() => console.log('what is behind ran'));

other('goes on', () => console.log('the other suite ran'));

other.run();
