'use strict';

// A program of its own, since only esbuild's asynchronous interface takes plugins, and whoever needs a bundle needs it at
// once: node make-bundle.cjs ENTRY prints the bundle.

const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const esbuild = require('esbuild');
const { ROOT } = require('./code-version.cjs');

/** Packages that look for files beside their own. */
const EXTERNAL = ['esbuild', 'libsql', 'pino', 'piscina'];

/**
 * Modules of the project know where they lie, as if they were not bundled: relative to that they find the project's
 * files.
 *
 * @type {import('esbuild').Plugin}
 */
const places = {
  name: 'places',
  setup(build) {
    build.onLoad({ filter: /\.c?ts$|\.cjs$/ }, ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return null;
      const contents = fs
        .readFileSync(file, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('__dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('__filename', JSON.stringify(file));
      return { contents, loader: file.endsWith('ts') ? 'ts' : 'js' };
    });
  },
};

/** @param {string} entry the file */
async function makeBundle(entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    outfile: path.join(ROOT, 'bundle.cjs'),
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: EXTERNAL,
    plugins: [places],
    // Packages are found from here, wherever the bundle lies.
    banner: { js: `require=require('node:module').createRequire(${JSON.stringify(__filename)});` },
    // Every thread reads it. Names stay as they are, and the map names source files and lines, for stacks.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'inline',
    sourcesContent: false,
    sourceRoot: pathToFileURL(`${ROOT}${path.sep}`).href,
    logLevel: 'silent',
  });
  return /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
}

makeBundle(/** @type {string} */ (process.argv[2])).then(
  code => process.stdout.write(code),
  error => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
