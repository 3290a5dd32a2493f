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

/** Seconds, ascending: a search that takes more than 3 is given up. */
const SEARCH_DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];

/** The metrics of one process (README.md, Metrics). No label has a value that a client could choose. */
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
    // By the names that all programs have them under.
    collectDefaultMetrics({ register: this.registry });
  }

  /** For every request that was answered. */
  readonly answered: AnswerListener = this.#tally.count;

  /** For every search that was not answered from what was kept. */
  readonly searched = (engine: string, result: SearchResult, seconds: number): void =>
    this.#searches.observe({ engine, result }, seconds);

  /** In a worker: its primary asks for them (node:cluster), and tells those of all workers together. */
  tellPrimary(): void {
    AggregatorRegistry.setRegistries([this.registry]);
    // Making one is what has this process listen.
    new AggregatorRegistry();
  }

  /** From now on tells these, too. */
  watch(figures: readonly Figure[]): void {
    for (const { name, help, type, labels = [], aggregator, read } of figures) {
      const options = { name, help, labelNames: labels, aggregator, registers: [this.registry] };
      const collect = async (): Promise<void> => {
        const values = await read();
        // What is not there any more is not told any more: the last build, a process that ended.
        metric.reset();
        for (const [of, value] of values) metric.inc(of, value);
      };
      const metric: Counter | Gauge =
        type === 'counter' ? new Counter({ ...options, collect }) : new Gauge({ ...options, collect });
    }
  }
}
