'use strict';

const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

// Code that was made before is loaded only from a place where nobody else can have put it.

const DAY_MS = 86_400_000;

/** Writable for the group or for all. */
const BY_OTHERS = 0o022;

const myself = process.geteuid?.();

/** Ourselves, the system's administrator, and whoever owns the program: they can make us run what they like anyway. */
const trusted = new Set([myself, 0, fs.statSync(__filename).uid]);

/**
 * Whether nobody but us can write there. Windows has no such owners and modes; there the project's folder passes on
 * who may write.
 *
 * @param {fs.Stats} stat
 */
const isSafe = stat => myself === undefined || (trusted.has(stat.uid) && (stat.mode & BY_OTHERS) === 0);

/** @param {string} folder */
function isSafeFolder(folder) {
  // A link is not followed: it would lead where somebody else wants.
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && isSafe(stat);
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string | null} the file's text; null where it is not there, or where others could have written it
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
    // The very file that is read is looked at, whatever becomes of its name.
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
 * @param {string} version with which the names of files begin that are still of use
 * @returns {boolean} whether it could be kept
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
    // It is ours to make again, without what others may have put there.
    fs.rmSync(folder, { recursive: true });
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!isSafeFolder(folder)) throw new Error(`Others can write to ${folder}.`);
}

/**
 * Whoever finds the file finds it whole.
 *
 * @param {string} file
 * @param {string} text
 */
function writeWhole(file, text) {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { flush: true, flag: 'wx', mode: 0o644 });
  fs.renameSync(draft, file);
}

/**
 * Removes files of other versions, and drafts. A process that runs has loaded its own long ago.
 *
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
