import { isElement, type XmlNode } from '../xml/node.ts';

/** The name of GPO's own element from a style: `FTNT` of `-uslm-sgm:FTNT; -uslm-sgm-P:7`. */
export const sgml = (style: string | undefined): string => /^-uslm-sgm:([\w-]+)/.exec(style ?? '')?.[1] ?? '';

/** The name of GPO's own element for a node. */
export const sgmlOf = ({ attributes }: XmlNode): string => sgml(attributes.style);

/** The typeface by GPO's number, as in `E T="03"`: `-gpo-grid-0-3`. */
export const typeface = (name: string | undefined): string =>
  (/^-gpo-grid-([\d-]+)$/.exec(name ?? '')?.[1] ?? '').replace(/-/g, '');

/** Marks a heading that is the label of the text after it. */
export const LABEL = '@label';
/** Marks a note that only notes follow. */
export const AT_END = '@end';
/** Element for words with blanks at both sides. */
export const APART = '@apart';

/** Whether a child is more than a blank or a page mark. */
export const isText = (child: XmlNode | string): boolean =>
  isElement(child) ? !child.name.startsWith('?') : child.trim() !== '';
