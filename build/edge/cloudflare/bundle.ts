import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { healthBody } from '../errors.ts';

/** Drops imports of Node's modules. The Worker shares modules with Node but not the code that needs it. */
const withoutNode: Plugin = {
  name: 'without-node',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path: module, resolveDir }) => ({
      path: path.resolve(resolveDir, module),
      sideEffects: false,
    }));
    onResolve({ filter: /^node:/ }, ({ path: module }) => ({
      path: module,
      external: true,
      sideEffects: false,
    }));
  },
};

/** Returns the Worker as one module. */
export async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./worker/worker.ts', import.meta.url))],
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2023',
    define: { HEALTH_BODY: JSON.stringify(healthBody()) },
    charset: 'utf8',
    plugins: [withoutNode],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
