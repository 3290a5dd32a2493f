import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Archive, unpacked } from '../../helpers/official-xml.ts';

/** What is imported and examined together: into a corpus of its own. */
export interface Batch {
  name: string;
  from: string[];
}

const SHARED = fileURLToPath(new URL('../../../../shared/official-xml', import.meta.url));

const EDITIONS = ['113-31', '114-329not328', '115-164not141', '117-80', '119-36', '119-59'];
const BY_ITSELF = [
  'title-3-full-2024-05-17.xml',
  'title-1-part-51-2024-05-17.xml',
  'title-3-part-101-2024-05-17.xml',
];

/** The folders of official XML; null where an archive is not there, which is told. */
export function officialFolders(): Record<Archive, string> | null {
  const archives: Archive[] = ['official-xml', 'editions', 'other-forms'];
  const missing = archives.find(archive => !existsSync(join(SHARED, `${archive}.tar.xz`)));
  if (missing !== undefined) {
    console.log(`There is no ${missing}.tar.xz beside the project: no official XML, and nothing to measure.`);
    return null;
  }
  return Object.fromEntries(archives.map(archive => [archive, unpacked(archive)])) as Record<Archive, string>;
}

/** The current law, which is built, too. */
export const currentLaw = (folders: Record<Archive, string>): Batch => ({
  name: 'current law',
  from: ['usc', 'ecfr', 'fr'].map(name => join(folders['official-xml'], name)),
});

/** Other editions and forms, each by itself. GPO's USLM 2 comes in here when the oracle knows it. */
export const otherBatches = (folders: Record<Archive, string>): Batch[] => [
  ...EDITIONS.map(edition => ({
    name: `usc ${edition}`,
    from: [join(folders.editions, 'editions/usc', edition)],
  })),
  { name: 'ecfr 2022-12', from: [join(folders.editions, 'ecfr-bulk/2022-12')] },
  ...BY_ITSELF.map(name => ({
    name: `ecfr API ${name}`,
    from: [join(folders['other-forms'], 'ecfr-api', name)],
  })),
  { name: 'fr 2016-04-15', from: [join(folders['other-forms'], 'fr-issue')] },
  { name: 'annual CFR', from: [join(folders['other-forms'], 'cfr-annual')] },
  { name: 'usc, beta of USLM 2', from: [join(folders['other-forms'], 'uslm/olrc-uslm2-beta')] },
];
