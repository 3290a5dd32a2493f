import type { Browser } from 'playwright-core';
import { chromiumHindrance, launchChromium } from '../helpers/browser/chromium.ts';
import { shimSite } from '../helpers/browser/shim-site.ts';
import type { Site } from '../helpers/browser/site.ts';
import { SLOW_4G, Traffic } from '../helpers/browser/traffic.ts';
import { type Visit, visiting } from '../helpers/browser/visit.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { median } from './rates.ts';
import { siteBuilds } from './site-builds.ts';

const ROUNDS = 5;

/** Each is opened as the first page of a visitor. */
const VIEWS: Readonly<Record<string, string>> = {
  home: '/',
  titles: '/usc',
  'a title': '/usc/title-17',
  'a chapter': '/usc/title-17/chapter-1',
  'a month': '/fr/2018/05',
  'a list': '/fr?view=documents',
  'a document': '/usc/title-17/chapter-1/section-106',
  search: '/search?q=copyright',
  guide: '/docs',
  reference: '/docs/reference',
};

/** Told before the page's own scripts; the last entry is the largest. */
const WATCH_PAINT = `globalThis.largestPaint = NaN;
new PerformanceObserver(list => {
  for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

/**
 * What the site costs: a build with it beside one without it, and each view as the first page of a visitor, its bytes and its
 * largest contentful paint, over a slow connection beside the machine's own.
 */
export async function run(): Promise<void> {
  const corpus = realCorpora();
  if (!corpus) return;
  const dist = await siteBuilds(corpus);
  const hindrance = chromiumHindrance();
  if (hindrance !== null) return console.log(`SKIPPED: the views: ${hindrance}`);
  const site = await shimSite.start(dist);
  const browser = await launchChromium();
  try {
    const { latency, down } = SLOW_4G;
    console.log(`\nfirst views; slow: ${latency} ms, ${down / 1e6} Mbit/s; medians of ${ROUNDS}`);
    console.log(
      `${'view'.padEnd(12)} ${'bytes'.padStart(8)} ${'of which data'.padStart(14)}    LCP  LCP, slow`,
    );
    for (const [name, path] of Object.entries(VIEWS)) await view(browser, site, name, path);
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function view(browser: Browser, site: Site, name: string, path: string): Promise<void> {
  const plain: number[] = [];
  const slow: number[] = [];
  let [bytes, data] = [0, 0];
  for (let i = 0; i < ROUNDS; i++) {
    await visiting(browser, site, {}, async visit => {
      const traffic = await Traffic.record(visit.page);
      plain.push(await largestPaint(visit, path));
      bytes = traffic.bytes();
      data = traffic.bytes(/\/api\//);
    });
    await visiting(browser, site, {}, async visit => {
      await (await Traffic.record(visit.page)).slowDown();
      slow.push(await largestPaint(visit, path));
    });
  }
  const columns = [bytes, data].map((value, i) => value.toLocaleString('en-US').padStart(i === 0 ? 8 : 14));
  const paints = [plain, slow].map((values, i) =>
    `${median(values).toFixed(0)} ms`.padStart(i === 0 ? 7 : 9),
  );
  console.log(`${name.padEnd(12)} ${columns.join(' ')} ${paints.join(' ')}`);
}

async function largestPaint({ page, open }: Visit, path: string): Promise<number> {
  await page.addInitScript({ content: WATCH_PAINT });
  await open(path);
  await page.waitForLoadState('networkidle');
  return (await page.evaluate('largestPaint')) as number;
}
