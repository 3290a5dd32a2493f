import { type DiffAnswer, madeDiff, type ReadDiff } from '../../build/diff/answer.ts';

/** Makes a difference in a thread of its own. @param diff null asks only whether the thread is there */
export default (diff: ReadDiff | null): DiffAnswer | null => diff && madeDiff(diff);
