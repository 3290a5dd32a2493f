'use strict';

// `node make-bundle.cjs ENTRY` prints a bundle. It is a separate program, since only esbuild's asynchronous interface takes
// plugins, and callers need a bundle synchronously.

const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const esbuild = require('esbuild');
const { ROOT } = require('./code-version.cjs');

/** Packages that load files beside their own. */
const EXTERNAL = ['esbuild', 'libsql', 'pino', 'piscina'];

/** Gives modules of the project their source paths, so that they find the project's files. @type {import('esbuild').Plugin} */
const sourcePaths = {
  name: 'source-paths',
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
    plugins: [sourcePaths],
    // Resolves packages from here, wherever the bundle is.
    banner: { js: `require=require('node:module').createRequire(${JSON.stringify(__filename)});` },
    // Every thread reads it. Names are kept, and the map has source files and lines for stacks.
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
