import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { originOf } from '../http/probes.ts';
import type { Readiness } from '../http/readiness.ts';
import type { SharedWindows } from '../limits/shared/windows.ts';
import { logFigures, storeFigures } from './figures.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './server.ts';

/** The address of metrics; null where they are off. The library is loaded only where they are on. */
export type MetricsAddress = { host: string; port: number } | null;

interface Teller {
  readiness: Readiness;
  logger: FastifyBaseLogger;
}

interface Counted extends Teller {
  log: { readonly lost: number };
  store: SharedWindows | null;
}

export interface OpenMetrics {
  metrics: Metrics;
  /** The URL of metrics; null in a worker, whose primary tells them. */
  url: string | null;
}

/** Opens the metrics of a serving process. Until it serves, its probes say that it starts. */
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
