import { render } from 'preact';
import { readWebPath } from '../../contract/web-path.ts';
import { setSite } from './address.ts';
import { App } from './app.tsx';
import { startFrame } from './frame.ts';
import { startRouter } from './router.ts';
import './shared.ts';

/** The entry: reads from the page how it is served, and shows the view of the address. */

const metaContent = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** Runs before any part of the app: the app waits for none at its top. */
async function start(): Promise<void> {
  const fileOf = metaContent('pandect-mode') === 'static' ? (await import('./static-files.ts')).fileOf : null;
  setSite({ base: document.baseURI, fileOf, publicBase: metaContent('pandect-site') });
  startRouter(path => readWebPath(path) !== null);
  startFrame();
  const main = document.getElementById('main');
  if (main) {
    main.replaceChildren();
    render(<App />, main);
  }
}

void start();
