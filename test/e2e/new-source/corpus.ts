import type { CorpusEntry } from '../../../build/corpus/sources/entry.ts';
import { COMMON, fromPath } from '../../../build/corpus/sources/shared.ts';

/** What the build's table says of the three, and some documents. */

export const sho: CorpusEntry = {
  mappings: { ...COMMON, ordinance_number: { otherwise: fromPath(/\/ordinance-([^/]+)\.md$/) } },
};

export const hnl: CorpusEntry = {
  mappings: { ...COMMON, publication_date: { key: 'day' } },
};

export const plaw: CorpusEntry = { mappings: { ...COMMON } };

const ordinance = (title: number, number: string, name: string, more: string): string => `---
identifier: /sh/ord/t${title}/o${number}
source: sho
title: ${title} SHO § ${number} - ${name}
title_number: ${title}
title_name: ${title === 1 ? 'Piers' : 'Lamps'}
chapter_number: "${number.split('.')[0]}"
chapter_name: Of the quay
last_updated: 2031-05-0${title}
${more}
---

# ${name}

The harbormaster **shall** see to the ${name.toLowerCase()} before the tide.
`;

const notice = (number: number, day: string, weather: string): string => `---
identifier: /sh/hnl/hn2031.${number}
source: hnl
title: Fog at pier ${number}
document_number: hn2031.${number}
day: ${day}
hnl_citation: 12 HNL ${100 + number}
weather: ${weather}
last_updated: ${day}
---

# Fog at pier ${number}

The foghorn sounded ${number} times, as the S.H.O. demands.
`;

const enacted = (congress: number, law: string, section: string, name: string): string => `---
identifier: /us/pl/${congress}/${law}/s${section}
source: plaw
title: Pub. L. ${congress}-${law} § ${section} - ${name}
congress_number: ${congress}
congress_name: ${congress}th Congress
law_number: "${law}"
law_name: ${law === '553' ? 'Copyrights Act' : 'Lighthouse Act'}
section_number: "${section}"
section_name: ${name}
last_updated: 1976-10-19
---

# § ${section}. ${name}

Whoever keeps the lantern keeps the ${name.toLowerCase()}.
`;

/** Files by their path in a corpus. */
export const FILES: Readonly<Record<string, string>> = {
  'sho/title-1/ordinance-1.1.md': ordinance(1, '1.1', 'Planks', 'harbors: [North Harbor, South Harbor]'),
  'sho/title-1/ordinance-1.2.md': ordinance(1, '1.2', 'Bollards', 'harbors: [North Harbor]\nis_tidal: true'),
  'sho/title-1/ordinance-2.1.md': ordinance(1, '2.1', 'Ladders', 'is_tidal: false'),
  'sho/title-2/ordinance-1.1.md': ordinance(2, '1.1', 'Beacons', 'harbors: [South Harbor]'),
  'plaw/94/553/101.md': enacted(94, '553', '101', 'Copies'),
  'plaw/94/553/9.md': enacted(94, '553', '9', 'Plates'),
  'plaw/94/12/1.md': enacted(94, '12', '1', 'Wicks'),
  'plaw/101/12/1.md': enacted(101, '12', '1', 'Lamps'),
  'hnl/2031/hn2031.7.md': notice(7, '2031-05-20', 'calm'),
  'hnl/2031/hn2031.8.md': notice(8, '2031-06-02', 'storm'),
};
