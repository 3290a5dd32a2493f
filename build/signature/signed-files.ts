import { MANIFEST } from '../files/manifest/root.ts';

/**
 * What is signed of a tree, relative to it: the manifest's root, which tells by digests all that is published, and the index of what
 * builds have changed, which tells by digests the rest.
 */
export const SIGNED_FILES: readonly string[] = [MANIFEST, 'changes/index.json'];

export const signaturePath = (file: string): string => `${file}.minisig`;

/** The signatures that a tree may have. */
export const SIGNATURES: readonly string[] = SIGNED_FILES.map(signaturePath);
