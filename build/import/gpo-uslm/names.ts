import { isElement, type XmlNode } from '../xml/node.ts';

/** Which of GPO's own elements an element was: `FTNT` of `-uslm-sgm:FTNT; -uslm-sgm-P:7`. */
export const sgml = (style: string | undefined): string => /^-uslm-sgm:([\w-]+)/.exec(style ?? '')?.[1] ?? '';

/** Which of GPO's own elements a node was. */
export const sgmlOf = ({ attributes }: XmlNode): string => sgml(attributes.style);

/** A typeface by GPO's number, as `E T="03"` has it: `-gpo-grid-0-3`. */
export const typeface = (name: string | undefined): string =>
  (/^-gpo-grid-([\d-]+)$/.exec(name ?? '')?.[1] ?? '').replace(/-/g, '');

/** On a heading that is a label of what follows it. */
export const LABEL = '@label';
/** On a note behind which only notes come. */
export const AT_END = '@end';
/** Words that blanks part from those around them. */
export const APART = '@apart';

/** Whether something is more than a blank, or the mark of a page. */
export const isText = (child: XmlNode | string): boolean =>
  isElement(child) ? !child.name.startsWith('?') : child.trim() !== '';
