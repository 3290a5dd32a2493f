import { chromium } from 'playwright-core';
const [,, out, ...specs] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const spec of specs) {
  const [name, path, ...opts] = spec.split('|');
  const phone = opts.includes('phone');
  const context = await browser.newContext({ viewport: phone ? { width: 390, height: opts.includes('tall') ? 2600 : 844 } : { width: 1280, height: opts.includes('tall') ? 1700 : 900 }, deviceScaleFactor: 1, colorScheme: opts.includes('dark') ? 'dark' : 'light', isMobile: phone });
  const page = await context.newPage();
  page.on('console', m => { if (m.type() === 'error' || m.type() === 'warning') console.log(name, m.type(), m.text()); });
  page.on('pageerror', e => console.log(name, 'pageerror', e.message));
  await page.goto('http://127.0.0.1:4101' + path, { waitUntil: 'networkidle', timeout: 60000 });
  for (const o of opts) if (o.startsWith('wait:')) await page.waitForSelector(o.slice(5), { timeout: 20000 });
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: opts.includes('full') });
  console.log(name, await page.title(), await page.evaluate(() => `${document.documentElement.scrollWidth}/${innerWidth} focus:${document.activeElement?.tagName}`));
  await context.close();
}
await browser.close();
