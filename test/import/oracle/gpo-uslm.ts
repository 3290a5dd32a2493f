import type { Schema } from './schemas.ts';
import type { Element } from './tree.ts';

/** The oracle's knowledge of GPO's USLM 2: which elements are documents, and which are no text. */

const RUNNING_HEADS = new Set(['ear', 'leftRunningHead', 'rightRunningHead']);
const OF_TITLE_PAGE = new Set(['docPublicationName', 'startingPage', 'volume', 'issue', 'date']);

/** Running heads, and text printed before each part of an issue. */
function isPrintedAround({ name, attributes: { role = '' }, parent }: Element): boolean {
  if (RUNNING_HEADS.has(name)) return true;
  if (parent?.name === 'component' && name === 'preface') return role !== 'partTitle';
  return parent?.name === 'preface' && parent.parent?.name === 'component' && OF_TITLE_PAGE.has(name);
}

export const USLM_ISSUE: Schema = {
  source: 'fr',
  isUnit: ({ name }) => /^(?:rule|notice|presidentialDoc)$/.test(name),
  isContainer: () => false,
  out: element => {
    const { name, attributes } = element;
    if (name === 'meta') return 'metadata';
    const isContents = name === 'findingAidsNote' || (name === 'toc' && attributes.role?.startsWith('fr-'));
    if (isContents) return 'contents';
    return isPrintedAround(element) ? 'running heads' : null;
  },
  partsRaised: true,
};

export const USLM_VOLUME: Schema = {
  source: 'ecfr',
  isUnit: ({ name }) => name === 'section' || name === 'appendix',
  isContainer: () => false,
  out: ({ name }) => {
    if (name === 'meta') return 'metadata';
    if (RUNNING_HEADS.has(name)) return 'running heads';
    return name === 'toc' ? 'contents' : null;
  },
  partsRaised: true,
};
