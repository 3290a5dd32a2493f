import { render } from 'preact';
import { setSite } from './address.ts';
import { App } from './app.tsx';
import { startRouter } from './router.ts';

/** The entry: reads from the page how it is served, and shows the view of the address. */

const isOfFiles = document.querySelector<HTMLMetaElement>('meta[name=pandect-mode]')?.content === 'static';
const fileOf = isOfFiles ? (await import('./static-files.ts')).fileOf : null;
setSite({ base: document.baseURI, fileOf });
startRouter(path => /^\/(?:usc|ecfr|fr|search)?(?:$|\/)/.test(path));
const main = document.getElementById('main');
if (main) {
  main.replaceChildren();
  render(<App />, main);
}
