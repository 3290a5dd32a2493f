import { APPENDIX } from '../../contract/document-levels.ts';
import type { CorpusEntry, Mapping } from './entry.ts';
import { isText, SECTIONS } from './shared.ts';

/**
 * The converter writes the release point of the U.S. Code as its currency: the last public law that it holds,
 * `117-80`, perhaps without some (`119-73not60`). A date is wanted there, so this is told by a field of
 * its own.
 */
const RELEASE_POINT = /^\s*\d{1,3}-\d{1,4}(?:(?:not|u)[\d-]+)*\s*$/;

/** `/us/usc/t5a/…`, or a file in `title-18-appendix/`: some laws there are identified as if they were of the title itself. */
const OF_APPENDIX = /^\/us\/usc\/t\d+[a-z]\/|\/title-\d+-appendix\//i;

/** Sections of an appendix are written as if they were the title's own: `5 USC § 11` for `5 USC App. § 11`. */
const withAppendix: Mapping['amend'] = (title, { identifier }, path) =>
  OF_APPENDIX.test(String(identifier)) || OF_APPENDIX.test(path)
    ? title.replace(/^(\s*\d+ USC) (?=§)/, `$1 ${APPENDIX} `)
    : title;

export const usc: CorpusEntry = {
  mappings: {
    ...SECTIONS,
    display_title: { ...SECTIONS.display_title, amend: withAppendix },
    currency: { ignore: RELEASE_POINT },
    release_point: {
      otherwise: ({ currency }) => (isText(currency) && RELEASE_POINT.test(currency) ? currency : undefined),
    },
  },
};
