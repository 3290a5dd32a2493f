import { plainText } from '../../build/text/plain.ts';
import { flood, MANY, QUADRATIC } from './floods.ts';

/**
 * Renders the floods and prints the words of each, then the time. A separate process has its own processor time even on a busy
 * machine, and can be ended.
 */
const documents = [
  ...QUADRATIC.map(([fragment, beginning]) => flood(fragment, 32_000, beginning)),
  ...MANY.map(fragment => flood(fragment, 300_000)),
];
for (const document of documents) {
  const text = plainText(document);
  console.log(JSON.stringify([document.slice(0, 30), words(document), words(text)]));
}
const { maxRSS, userCPUTime } = process.resourceUsage();
console.log(JSON.stringify({ megabytes: maxRSS / 1024, seconds: userCPUTime / 1e6 }));

/** Counts letters, the only words of the fragments. */
function words(text: string): number {
  return text.match(/[abcx]/g)?.length ?? 0;
}
