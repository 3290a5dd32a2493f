import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { healthBody } from '../errors.ts';

/** Of modules that also serve Node, the Worker takes what needs no Node: what it does not use has no effects. */
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

/** @returns the Worker as one module */
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
