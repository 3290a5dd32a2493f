import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, type Flags, UsageError } from '../common/command-line.ts';
import { takeLock } from '../common/lock.ts';
import { signaturePath } from '../contract/paths.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { SIGNED_FILES } from '../previous/signed-files.ts';
import { openWorkspace } from '../previous/workspace.ts';
import { signTree } from '../publish/signatures.ts';
import { makeKeys } from '../signature/make-keys.ts';
import { readSigner } from '../signature/sign.ts';
import { UMASK } from './build-tree.ts';

const SECRET = '.minisign.key';
const PUBLIC = '.minisign.pub';

const USAGE = `Usage: npm run sign -- keygen [--secret FILE] [--public FILE]
       npm run sign -- [DIR] --key FILE

Makes a pair of keys, or signs a tree: ${SIGNED_FILES.join(' and ')}. Keys and signatures are minisign's, which makes and checks them too.
"npm run build -- --sign FILE" signs what it publishes.

  DIR            the tree (default: $DIST or dist)
  --key FILE     the secret key, which nobody but its owner may read; $SIGN_PASSWORD holds its password, if it has one
  --secret FILE  where keygen puts the secret key, without a password (default: ${SECRET})
  --public FILE  where keygen puts the public key (default: ${PUBLIC})
  --help         print this
`;

const TEXT = { type: 'string' } as const;
const OPTIONS = { key: TEXT, secret: TEXT, public: TEXT };

function keygen({ key, secret = SECRET, public: open = PUBLIC }: Flags<typeof OPTIONS>): string {
  if (key !== undefined) throw new UsageError('keygen makes a key, and takes none.');
  const publicKey = makeKeys(secret, open);
  return `The secret key is in ${secret}: keep it. The public key is in ${open}:\n${publicKey}\n`;
}

function sign(tree: string, { key, secret, public: open }: Flags<typeof OPTIONS>): string {
  if (secret !== undefined || open !== undefined)
    throw new UsageError('--secret and --public belong to keygen.');
  if (key === undefined) throw new UsageError('Say which key to sign with: --key FILE.');
  const signer = readSigner(key, process.env.SIGN_PASSWORD || null);
  if (!fs.existsSync(path.join(tree, MANIFEST)))
    throw new UsageError(`${tree} is no tree that can be signed: it has no ${MANIFEST}.`);
  const workspace = openWorkspace(tree);
  const unlock = takeLock(workspace.lock, 'A build of this tree is running. Nothing was done.');
  try {
    if (fs.existsSync(workspace.journal))
      throw new Error(
        'A build was interrupted while it published; the next one completes it. Nothing was done.',
      );
    const signed = signTree(workspace, signer, Date.now());
    if (signed.length === 0) return 'Everything is signed with this key already.\n';
    return signed.map(file => `signed ${signaturePath(file)}\n`).join('');
  } finally {
    unlock();
  }
}

export const run = command({
  usage: USAGE,
  options: OPTIONS,
  takesOperands: true,
  async execute(flags, [first = process.env.DIST || 'dist', ...others]) {
    if (others.length > 0) throw new UsageError('There is one directory at most.');
    process.umask(UMASK);
    process.stdout.write(first === 'keygen' ? keygen(flags) : sign(first, flags));
    return EXIT.done;
  },
});
