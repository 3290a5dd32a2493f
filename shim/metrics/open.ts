import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { originOf } from '../http/probes.ts';
import type { Readiness } from '../http/readiness.ts';
import type { SharedWindows } from '../limits/shared/windows.ts';
import { logFigures, storeFigures } from './figures.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './server.ts';

/** Where metrics are told; null where they are not. The library is loaded only where they are. */
export type MetricsAddress = { host: string; port: number } | null;

interface Teller {
  readiness: Readiness;
  logger: FastifyBaseLogger;
}

interface Counted extends Teller {
  log: { readonly lost: number };
  /** Of the limits, where processes share one. */
  store: SharedWindows | null;
}

export interface OpenMetrics {
  metrics: Metrics;
  /** Where they are told; null in a worker, whose primary tells them. */
  url: string | null;
}

/** Of a process that serves. Before it does so its probes say that it starts. */
export async function openMetrics(
  address: MetricsAddress,
  { readiness, logger, log, store }: Counted,
): Promise<OpenMetrics | null> {
  if (address === null) return null;
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics();
  metrics.watch([...logFigures(log), ...(store ? storeFigures(store) : [])]);
  if (cluster.isPrimary)
    return { metrics, url: await tell(address, { readiness, logger }, () => metrics.registry.metrics()) };
  metrics.tellPrimary();
  return { metrics, url: null };
}

/** Of a primary: those of all workers together. */
export async function openPoolMetrics(
  address: MetricsAddress,
  teller: Teller,
): Promise<{ url: string } | null> {
  if (address === null) return null;
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  return { url: await tell(address, teller, () => registry.clusterMetrics()) };
}

async function tell(
  { host, port }: NonNullable<MetricsAddress>,
  { readiness, logger }: Teller,
  render: () => Promise<string>,
): Promise<string> {
  const onFailure = (err: unknown) => logger.error({ err }, 'the metrics cannot be told');
  const server = await serveMetrics({ host, port, readiness, render, onFailure });
  return `${originOf(host, server.port)}/metrics`;
}
