import { APPENDIX } from '../../contract/document-levels.ts';
import type { CorpusEntry, Mapping } from './entry.ts';
import { isText, SECTIONS } from './shared.ts';

/** LexBuild writes a release point as currency: its last public law, `117-80`, perhaps with exceptions (`119-73not60`). */
const RELEASE_POINT = /^\s*\d{1,3}-\d{1,4}(?:(?:not|u)[\d-]+)*\s*$/;

/** Matches `/us/usc/t5a/…`, and files in `title-18-appendix/`: some laws there have identifiers of the title itself. */
const OF_APPENDIX = /^\/us\/usc\/t\d+[a-z]\/|\/title-\d+-appendix\//i;

/** Corrects the heading of an appendix's section, written as the title's own: `5 USC § 11` for `5 USC App. § 11`. */
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
