'use strict';

const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

// Cached code is loaded only from folders that nobody else can write to.

const DAY_MS = 86_400_000;

/** Writable for the group or for all. */
const BY_OTHERS = 0o022;

const myself = process.geteuid?.();

/** Ourselves, root, and the owner of the program, who controls us anyway. */
const trusted = new Set([myself, 0, fs.statSync(__filename).uid]);

/**
 * Whether nobody else can write there. Windows has no such owners and modes; there the project's folder passes its permissions
 * on.
 * @param {fs.Stats} stat
 */
const isSafe = stat => myself === undefined || (trusted.has(stat.uid) && (stat.mode & BY_OTHERS) === 0);

/** @param {string} folder */
function isSafeFolder(folder) {
  // Links are not followed: others could redirect them.
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && isSafe(stat);
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string | null} the file's text; null if it is missing or others could have written it
 */
function readKept(folder, name) {
  let handle;
  try {
    if (!isSafeFolder(folder)) return null;
    handle = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  } catch {
    return null;
  }
  try {
    // Checks the open file, so that renaming cannot replace it.
    const stat = fs.fstatSync(handle);
    return stat.isFile() && isSafe(stat) ? fs.readFileSync(handle, 'utf8') : null;
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string} text
 * @param {string} version prefix of files that are still useful
 * @returns {boolean} whether it could be cached
 */
function keep(folder, name, text, version) {
  try {
    makeSafe(folder);
    removeOthers(folder, version);
    writeWhole(path.join(folder, name), text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function makeSafe(folder) {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (stat && stat.uid === myself && !isSafeFolder(folder)) {
    // The cache can be made again, without what others put there.
    fs.rmSync(folder, { recursive: true });
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!isSafeFolder(folder)) throw new Error(`Others can write to ${folder}.`);
}

/** Writes a file atomically. @param {string} file @param {string} text */
function writeWhole(file, text) {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { flush: true, flag: 'wx', mode: 0o644 });
  fs.renameSync(draft, file);
}

/**
 * Removes files of other versions, and drafts. Running processes have loaded theirs already.
 * @param {string} folder
 * @param {string} version
 */
function removeOthers(folder, version) {
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(version) && name.endsWith('.cjs')) continue;
    const file = path.join(folder, name);
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < Date.now() - DAY_MS) fs.rmSync(file, { force: true });
  }
}

module.exports = { readKept, keep };
