import fs from 'node:fs';

/** How many of the files that it opens a program leaves open, by handles. */
export async function leftOpen(program: () => Promise<void>): Promise<number> {
  const { openSync, closeSync } = fs;
  const open = new Set<number>();
  fs.openSync = (...args) => {
    const handle = openSync(...args);
    open.add(handle);
    return handle;
  };
  fs.closeSync = handle => {
    open.delete(handle);
    closeSync(handle);
  };
  try {
    await program();
    return open.size;
  } finally {
    Object.assign(fs, { openSync, closeSync });
  }
}
