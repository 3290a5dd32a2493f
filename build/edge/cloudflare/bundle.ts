import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Of the contract's modules that also serve Node, the Worker takes what needs no Node. */
const withoutNode: Plugin = {
  name: 'without-node',
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
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
    charset: 'utf8',
    plugins: [withoutNode],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
