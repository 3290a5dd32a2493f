import { escapeHtml } from '../../contract/site-head.ts';
import type { Heading } from './fit-page.ts';
import type { Guide } from './guide.ts';
import { LANGUAGES, UNKNOWN_ORIGIN } from './languages.ts';
import { GUIDE } from './page-addresses.ts';

export const guideContent = ({ html, headings }: Guide, origin: string | null): string => `<div class="docs">
<nav class="contents" aria-label="Contents">
${contents(headings)}
</nav>
<main id="main" tabindex="-1">
<h1>The API, a guide</h1>
${languages()}
${origin === null ? originNote : ''}<div class="guide">
${html}
</div>
</main>
</div>`;

/** Removed by a script that knows the server. */
const originNote = `<p class="origin-note">In the examples <code>${UNKNOWN_ORIGIN}</code> stands for the address of a server.</p>\n`;

const contents = (headings: readonly Heading[]): string =>
  `<ol>
${headings
  .filter(({ depth }) => depth === 2)
  .map(({ id, text }) => `<li><a href="${GUIDE}#${id}">${escapeHtml(text)}</a></li>`)
  .join('\n')}
</ol>`;

/** One choice of language for all examples. Styles follow it without scripts. */
const languages = (): string => `<fieldset class="languages">
<legend>Examples in</legend>
${Object.entries(LANGUAGES)
  .map(
    ([language, name], i) =>
      `<input type="radio" name="language" id="language-${language}" value="${language}"${i === 0 ? ' checked' : ''}><label for="language-${language}">${name}</label>`,
  )
  .join('\n')}
</fieldset>`;
