'use strict';

const fs = require('node:fs');
const path = require('node:path');

const TESTS = path.resolve(__dirname, '..');

/**
 * @param {string} pattern a regular expression
 * @returns {string[]} the test files whose path below `test/` matches
 */
function testFiles(pattern) {
  const wanted = new RegExp(pattern);
  return fs
    .readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll(path.sep, '/'))
    .filter(name => name.endsWith('.test.ts') && wanted.test(name));
}

module.exports = { TESTS, testFiles };
