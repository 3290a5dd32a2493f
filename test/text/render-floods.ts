import { plainText } from '../../build/text/plain.ts';
import { flood, MANY, QUADRATIC } from './floods.ts';

/**
 * Renders the floods and tells the words of each, then what it took: a process of its own, whose time is its own even
 * on a busy machine, and which can be ended.
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

/** Letters, the only words of the fragments. */
function words(text: string): number {
  return text.match(/[abcx]/g)?.length ?? 0;
}
