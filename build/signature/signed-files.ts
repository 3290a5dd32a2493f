import { CHANGES_INDEX, signaturePath } from '../contract/paths.ts';
import { MANIFEST } from '../files/manifest/root.ts';

/**
 * What is signed of a tree, relative to it: the index of what builds have changed, and the manifest's root. They tell by digests all
 * that is published. In this order their signatures are put in place, right before the root.
 */
export const SIGNED_FILES: readonly string[] = [CHANGES_INDEX, MANIFEST];

/** The signatures that a tree may have. */
export const SIGNATURES: readonly string[] = SIGNED_FILES.map(signaturePath);
