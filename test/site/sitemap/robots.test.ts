import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { robots } from '../../../build/site/sitemap/robots.ts';

test('robots.txt forbids the search, and names the sitemap if the address is known', () => {
  const lines = (url: string | null) => String(robots(url).content).trim().split(/\n+/);
  const rules = ['User-agent: *', 'Disallow: /search', 'Disallow: /api/search', 'Disallow: /mcp'];
  assert.equal(lines(null), rules);
  assert.equal(lines('https://x.example/law/'), [...rules, 'Sitemap: https://x.example/law/sitemap.xml']);
  assert.is(robots(null).path, 'site/robots.txt');
});

test.run();
