import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import type { AnswerListener } from '../http/answer-listeners.ts';
import type { SearchResult } from '../search/service.ts';
import type { Figure } from './figures.ts';
import { RequestTally } from './requests.ts';

/** Seconds, ascending. A search is given up after 3. */
const SEARCH_DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];

/** The metrics of one process (README.md, Metrics). No label takes a value that a client could choose. */
export class Metrics {
  readonly registry = new Registry();
  readonly #tally = new RequestTally();
  readonly #searches = new Histogram({
    name: 'pandect_search_duration_seconds',
    help: 'Searches that the engine was asked, waiting included, and those for which there was no place.',
    labelNames: ['engine', 'result'],
    buckets: SEARCH_DURATIONS,
    registers: [this.registry],
  });

  constructor() {
    for (const metric of this.#tally.metrics()) this.registry.registerMetric(metric as unknown as Metric);
    // These have the names that all programs use.
    collectDefaultMetrics({ register: this.registry });
  }

  readonly answered: AnswerListener = this.#tally.count;

  /** Called for every search that was not answered from the cache. */
  readonly searched = (engine: string, result: SearchResult, seconds: number): void =>
    this.#searches.observe({ engine, result }, seconds);

  /** Makes a worker answer the primary's requests for metrics (node:cluster). */
  tellPrimary(): void {
    AggregatorRegistry.setRegistries([this.registry]);
    // The constructor makes this process listen.
    new AggregatorRegistry();
  }

  watch(figures: readonly Figure[]): void {
    for (const { name, help, type, labels = [], aggregator, read } of figures) {
      const options = { name, help, labelNames: labels, aggregator, registers: [this.registry] };
      const collect = async (): Promise<void> => {
        const values = await read();
        // Drops former values: the last build, a process that ended.
        metric.reset();
        for (const [of, value] of values) metric.inc(of, value);
      };
      const metric: Counter | Gauge =
        type === 'counter' ? new Counter({ ...options, collect }) : new Gauge({ ...options, collect });
    }
  }
}
