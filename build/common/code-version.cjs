'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** The project's folder. */
const ROOT = path.resolve(__dirname, '../..');

/**
 * SHA-256 of every module in some folders, and of the versions of the libraries and of Node (whose Unicode tables
 * regular expressions ask). The content is read, not its times: a checkout of the same code is the same version.
 *
 * @param {readonly string[]} folders relative to the project
 */
function versionOf(folders) {
  const hash = createHash('sha256').update(process.version);
  const modules = folders.flatMap(folder =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.c?[jt]s$/.test(name))
      .map(name => path.join(folder, name))
      .sort(),
  );
  for (const name of [...modules, 'package-lock.json']) {
    hash.update(`${name}\n`).update(fs.readFileSync(path.join(ROOT, name)));
  }
  return hash.digest('hex');
}

/** @type {string | undefined} */
let ofBuild;
/** @type {string | undefined} */
let ofProgram;

/** Identifies the code that renders: what one version made is not taken over by another. */
function codeVersion() {
  ofBuild ??= versionOf(['build']);
  return ofBuild;
}

/**
 * Identifies the code of all commands.
 *
 * @param {'anew'} [when] looks again, instead of telling what the process found first
 */
function programVersion(when) {
  if (when === 'anew') return versionOf(['build', 'shim']);
  ofProgram ??= versionOf(['build', 'shim']);
  return ofProgram;
}

module.exports = { ROOT, codeVersion, programVersion };
