import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { REPORT } from '../report/report.ts';

/**
 * Signed files of a tree: the build's report, with the digests of the catalog; the index of changes; and the manifest's root.
 * Together they hold the digests of all published files, and name their build. Their signatures are published in this order,
 * right before the root.
 */
export const SIGNED_FILES: readonly string[] = [REPORT, CHANGES_INDEX, MANIFEST];

/** Signatures that a tree may have. */
export const SIGNATURES: readonly string[] = SIGNED_FILES.map(signaturePath);
