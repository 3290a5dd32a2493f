import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import * as assert from 'uvu/assert';
import { endAfter } from '../../runner/leftovers.cjs';
import { suiteWhere } from '../needs.ts';
import { chromiumHindrance, launchChromium } from './chromium.ts';
import type { Site } from './site.ts';
import { type Visit, visiting } from './visit.ts';

/** That a visit fails where anything goes wrong: on pages each of which does one thing that no page of the site may. */

const test = suiteWhere('visits', chromiumHindrance());

const SCRIPTS: Readonly<Record<string, string>> = {
  '/library/fine': '',
  '/library/error': 'console.error("something is wrong")',
  '/library/warning': 'console.warn("something may be wrong")',
  '/library/uncaught': 'setTimeout(() => { throw new Error("nobody catches this") })',
  '/library/rejected': 'Promise.reject(new Error("nor this"))',
  '/library/elsewhere': 'fetch("/outside/the/site").catch(() => {})',
  '/library/abroad': 'fetch("http://127.0.0.2:9/").catch(() => {})',
  '/library/dialog': 'alert("look here")',
  '/library/opens': 'open("fine")',
  '/library/evades': 'document.body.setAttribute("style", "color: red")',
  '/library/missing': 'fetch("gone").catch(() => {})',
};

const html = (path: string): string =>
  `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"><main><h1>A page</h1>
<button>First</button> <a href="fine">Second</a> <a href="fine" class="unseen">Hidden</a><script src="${path}.js"></script></main></html>`;

let browser: Browser;
let site: Site;

test.before(async () => {
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.css'))
      return response.setHeader('content-type', 'text/css').end('.unseen { outline: none }');
    const script = SCRIPTS[url.replace(/\.js$/, '')];
    response.setHeader('content-security-policy', "default-src 'self'; img-src data:; connect-src *");
    if (script === undefined) return response.writeHead(404).end();
    if (url.endsWith('.js')) return response.setHeader('content-type', 'text/javascript').end(script);
    response.setHeader('content-type', 'text/html').end(html(url));
  });
  await once(endAfter(server).listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  site = {
    base: new URL(`http://127.0.0.1:${port}/library/`),
    headers: {},
    isOfFiles: false,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  browser = await launchChromium();
});

test.after(async () => {
  await browser.close();
  await site.stop();
});

/** @returns what a visit fails with; '' where it does not */
const failure = (body: (visit: Visit) => Promise<void>): Promise<string> =>
  visiting(browser, site, {}, body).then(
    () => '',
    (error: Error) => `${error.message} ${(error as { actual?: string }).actual ?? ''}`,
  );

test('a page without faults is visited', async () => {
  assert.is(await failure(async ({ open }) => assert.is(await open('/fine'), 200)), '');
});

const TROUBLES: Readonly<Record<string, RegExp>> = {
  error: /console: something is wrong/,
  warning: /console: something may be wrong/,
  uncaught: /uncaught: .*nobody catches this/,
  rejected: /uncaught: .*nor this/,
  elsewhere: /a request to http:\S+\/outside\/the\/site/,
  abroad: /a request to http:\/\/127\.0\.0\.2:9\//,
  dialog: /a dialog: look here/,
  opens: /a page opened/,
  evades: /the policy forbids style-src/,
  missing: /status of 404/,
};

for (const [name, expected] of Object.entries(TROUBLES)) {
  test(`a page with this fault fails the visit: ${name}`, async () => {
    const message = await failure(async ({ open, page }) => {
      await open(`/${name}`);
      await page.waitForLoadState('networkidle');
    });
    assert.match(message, expected);
  });
}

test('faults of a page are reported beside the failure of its test', async () => {
  const message = await failure(async ({ open }) => {
    await open('/error');
    throw new Error('the test fails');
  });
  assert.match(message, /^the test fails\n {2}on http.*\n {2}console: something is wrong/);
});

test('an expected error answer is no fault, and must arrive', async () => {
  const visit =
    (path: string) =>
    async ({ open, page, expectStatus }: Visit) => {
      expectStatus(404, /\/gone$/);
      await open(path);
      await page.waitForLoadState('networkidle');
    };
  assert.is(await failure(visit('/missing')), '');
  assert.match(await failure(visit('/fine')), /no answer with status 404/);
});

test('Tab finds elements by role and name, and their focus must be visible', async () => {
  const tabTo = (wanted: RegExp) =>
    failure(async ({ open, tabTo }) => {
      await open('/fine');
      await tabTo(wanted);
    });
  assert.is(await tabTo(/^link "Second"/), '');
  assert.match(await tabTo(/^link "Third"/), /Tab does not lead to .*, but to .*link "Second"/);
  assert.match(await tabTo(/^link "Hidden"/), /the focus on link "Hidden".* cannot be seen/);
});

test.run();
