'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

const MODULE = /\.c?[jt]s$/;
/** Code of the site. Pages of the API do not change with it. */
const SITE = path.join('build', 'site');
/** Code that answers queries. No tree changes with it. */
const FINDS = /^build\/search\/(?:(?:embedded|typesense)\/find|query|ranking)\//;

/**
 * SHA-256 of files in some folders, and of the versions of the libraries and of Node (whose Unicode tables regular expressions
 * use). It hashes contents, not times: a checkout of the same code is the same version.
 * @param {readonly string[]} folders relative to the project
 * @param {(name: string) => boolean} isWanted relative to the project
 */
function versionOf(folders, isWanted) {
  const hash = createHash('sha256').update(process.version);
  const modules = folders.flatMap(folder =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map(name => path.join(folder, name))
      .filter(isWanted)
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
let ofSite;
/** @type {string | undefined} */
let ofProgram;

/** Identifies the code that renders: another version's output is not reused. The site has a separate version. */
function codeVersion() {
  const makesPages = (/** @type {string} */ name) =>
    MODULE.test(name) && !name.startsWith(SITE + path.sep) && !FINDS.test(name.replaceAll(path.sep, '/'));
  ofBuild ??= versionOf(['build'], makesPages);
  return ofBuild;
}

/** Identifies the site's code, styles and texts. */
function siteVersion() {
  ofSite ??= versionOf([SITE], name => fs.statSync(path.join(ROOT, name)).isFile());
  return ofSite;
}

/** Identifies the code of all commands. @param {'anew'} [when] reads the code again instead of returning the first result */
function programVersion(when) {
  const make = () => versionOf(['build', 'shim'], name => MODULE.test(name));
  if (when === 'anew') return make();
  ofProgram ??= make();
  return ofProgram;
}

module.exports = { ROOT, codeVersion, siteVersion, programVersion };
