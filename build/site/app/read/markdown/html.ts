import { compile, parse, postprocess, preprocess } from 'micromark';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { UNWANTED } from '../../../../text/unwanted-constructs.ts';
import { settledEvents } from './events.ts';
import { safeHtml } from './raw-html.ts';

type HtmlExtension = NonNullable<NonNullable<Parameters<typeof compile>[0]>['htmlExtensions']>[number];

/** The constructs that the plain text reads (`build/text/pipeline.ts`), without those that it turns off. */
const PARSING = {
  extensions: [
    gfmFootnote(),
    gfmStrikethrough({ singleTilde: false }),
    gfmTable(),
    { disable: { null: [...UNWANTED] } },
  ],
};

type Handle = NonNullable<NonNullable<HtmlExtension['enter']>['table']>;
type Context = ThisParameterType<Handle>;

const tag = (text: string): Handle =>
  function () {
    this.tag(text);
  };

/**
 * How constructs become HTML. Items show their written numbers, since HTML would count anew. Rows keep the cells beyond their
 * header, which HTML compilers drop. Notes are shown where they are defined.
 */
const WRITING: HtmlExtension = {
  enter: {
    htmlFlow() {},
    htmlText() {},
    table(token) {
      this.lineEndingIfNeeded();
      this.tag('<table>');
      this.setData('tableAlign', token._align);
    },
    tableHead: tag('<thead>'),
    tableBody: tag('<tbody>'),
    tableRow() {
      this.setData('tableColumn', 0);
      this.tag('<tr>');
    },
    tableHeader() {
      this.tag(`<th${alignment(this)}>`);
    },
    tableData() {
      this.tag(`<td${alignment(this)}>`);
    },
    strikethrough: tag('<del>'),
    gfmFootnoteDefinition() {
      this.getData('tightStack').push(false);
      this.lineEndingIfNeeded();
      this.tag('<div>');
    },
    gfmFootnoteDefinitionLabelString() {
      this.buffer();
    },
  },
  exit: {
    htmlFlow(token) {
      const html = safeHtml(this.sliceSerialize(token));
      if (!/\S/.test(html.replaceAll('<br>', ''))) return;
      this.lineEndingIfNeeded();
      this.raw(html.startsWith('<table>') ? html : `<p>${html}</p>`);
    },
    htmlText(token) {
      this.raw(safeHtml(this.sliceSerialize(token)));
    },
    htmlFlowData() {},
    htmlTextData() {},
    listItemPrefix(token) {
      const marker = this.sliceSerialize(token).trim();
      if (/^\d/.test(marker)) this.raw(`<span>${marker}</span> `);
    },
    codeTextData(token) {
      const code = this.sliceSerialize(token);
      this.raw(this.encode(this.getData('tableAlign') ? code.replaceAll('\\|', '|') : code));
    },
    table() {
      this.setData('tableAlign');
      this.setData('slurpAllLineEndings');
      this.tag('</table>');
    },
    tableHead: tag('</thead>'),
    tableBody: tag('</tbody>'),
    tableRow: tag('</tr>'),
    tableHeader() {
      this.tag('</th>');
      nextColumn(this);
    },
    tableData() {
      this.tag('</td>');
      nextColumn(this);
    },
    strikethrough: tag('</del>'),
    gfmFootnoteDefinitionLabelString(token) {
      this.resume();
      this.tag('<p>');
      this.raw(this.encode(`[^${this.sliceSerialize(token)}]`));
      this.tag('</p>');
    },
    gfmFootnoteDefinition() {
      this.getData('tightStack').pop();
      this.tag('</div>');
    },
  },
};

function alignment(context: Context): string {
  const align = context.getData('tableAlign')?.[context.getData('tableColumn') ?? 0];
  return align === undefined || align === 'none' ? '' : ` align="${align}"`;
}

function nextColumn(context: Context): void {
  context.setData('tableColumn', (context.getData('tableColumn') ?? 0) + 1);
}

/**
 * Turns a piece of Markdown into HTML. Everything but the parser's own markup is escaped. Raw HTML keeps no attributes but the
 * spans and addresses of tables. The result still passes a sanitiser.
 * @param markdown clean (`build/text/normalise.ts`) and of bounded work (`build/text/parser-work.ts`)
 */
export function htmlOf(markdown: string): string {
  const chunks = preprocess()(markdown, undefined, true);
  const events = postprocess(parse(PARSING).document().write(chunks));
  return compile({ htmlExtensions: [WRITING] })(settledEvents(events));
}
