import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { REPORT } from '../report/report.ts';

/**
 * What is signed of a tree, relative to it: the report of the build, which tells the digests of the catalog; the index of what builds
 * have changed; and the manifest's root. They tell by digests all that is published, and which build they are of. In this order their
 * signatures are put in place, right before the root.
 */
export const SIGNED_FILES: readonly string[] = [REPORT, CHANGES_INDEX, MANIFEST];

/** The signatures that a tree may have. */
export const SIGNATURES: readonly string[] = SIGNED_FILES.map(signaturePath);
