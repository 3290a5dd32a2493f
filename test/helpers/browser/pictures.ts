import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { ROOT } from '../handbook.ts';

/** Where pictures are kept for people to look at; SCREENSHOTS names another folder. */
const FOLDER = process.env.SCREENSHOTS || join(ROOT, '.screenshots');

/** A picture of text has the shades of its letters' edges. */
const LEAST_COLOURS = 32;

/** Counts colours, and the share of the most frequent. Runs in a page. */
const STUDY = `async base64 => {
  const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const points = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  const counts = new Map();
  for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1);
  return { colours: counts.size, most: Math.max(...counts.values()) / points.length };
}`;

/** Takes a picture of what a page shows, keeps it, and sees that it is not blank. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  const { colours, most } = (await page.evaluate(`(${STUDY})("${picture.toString('base64')}")`)) as {
    colours: number;
    most: number;
  };
  assert.ok(colours >= LEAST_COLOURS && most < 0.995, `${name} is blank: ${colours} colours, ${most}`);
}
