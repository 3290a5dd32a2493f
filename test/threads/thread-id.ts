import { threadId } from 'node:worker_threads';

/** A task for pools in tests: tells the thread that does it. */
export default (_: number): number => threadId;
