import { chromium } from 'playwright-core';
const [, , out, ...jobs] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const job of jobs) {
  const [name, path, opts = ''] = job.split('|');
  const o = opts.split(',');
  const context = await browser.newContext({ viewport: o.includes('phone') ? { width: 390, height: 844 } : { width: 1280, height: 900 }, colorScheme: o.includes('dark') ? 'dark' : 'light', deviceScaleFactor: 1, extraHTTPHeaders: {} });
  const page = await context.newPage();
  page.on('console', m => { if (['error', 'warning'].includes(m.type())) console.log(name, 'CONSOLE', m.type(), m.text()); });
  page.on('pageerror', e => console.log(name, 'ERROR', e.message));
  page.on('request', r => { if (!r.url().startsWith('http://127.0.0.1')) console.log(name, 'ELSEWHERE', r.url()); });
  const t = Date.now();
  await page.goto('http://127.0.0.1:4311' + path);
  await page.waitForSelector('.law .run, .message', { timeout: 60000 }).catch(() => console.log(name, 'no text'));
  console.log(name, 'first text', Date.now() - t);
  await page.waitForFunction(() => !document.querySelector('.setting'), null, { timeout: 120000 });
  console.log(name, 'all set', Date.now() - t);
  await page.waitForTimeout(700);
  if (o.includes('open')) await page.evaluate(() => document.querySelectorAll('details').forEach(d => (d.open = true)));
  const y = o.find(x => x.startsWith('y='));
  if (y) await page.evaluate(v => window.scrollTo(0, v), Number(y.slice(2)));
  await page.waitForTimeout(300);
  if (o.includes('pdf')) await page.pdf({ path: `${out}/${name}.pdf`, format: 'A4' });
  else await page.screenshot({ path: `${out}/${name}.png`, fullPage: o.includes('full') });
  await context.close();
}
await browser.close();
