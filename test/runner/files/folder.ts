import { test } from 'uvu';
import { temporaryFolder } from '../../helpers/tree.ts';

test('makes a folder', () => console.log(`made ${temporaryFolder()}`));
test.run();
