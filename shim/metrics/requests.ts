import type { MetricObject, MetricValueWithName } from 'prom-client';
import type { AnswerListener } from '../http/answer-listeners.ts';
import { TIER_LIMITS, type Tier } from '../keys/tiers.ts';

/**
 * Counts requests by route. The library's own counters build a text key for each count, which costs more than all other
 * metrics. These count in numbers, and hand the figures to the library on request.
 */

const NAME = 'pandect_http_requests_total';
const DURATION = 'pandect_http_request_duration_seconds';
const BYTES = 'pandect_http_answer_bytes_total';
const HITS = 'pandect_limit_hits_total';

/** Seconds, ascending. A document from memory takes less than the first, a search at most 3. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

const TIERS = Object.keys(TIER_LIMITS) as Tier[];
/** Status codes have three digits, so status and tier fit one number. */
const STATUSES = 1000;
const TOO_MANY = 429;

interface Tally {
  counts: Map<number, number>;
  /** Counts by duration, one more than there are bounds. */
  durations: Float64Array;
  seconds: number;
  bytes: number;
}

const newTally = (): Tally => ({
  counts: new Map(),
  durations: new Float64Array(DURATIONS.length + 1),
  seconds: 0,
  bytes: 0,
});

type Values = MetricValueWithName<string>[];

export class RequestTally {
  readonly #byRoute = new Map<string, Tally>();
  readonly #hits = new Float64Array(TIERS.length);

  readonly count: AnswerListener = ({ route, client, status, ms, bytes }) => {
    let tally = this.#byRoute.get(route);
    if (tally === undefined) {
      tally = newTally();
      this.#byRoute.set(route, tally);
    }
    const tier = TIERS.indexOf(client?.tier ?? 'anonymous');
    const kind = tier * STATUSES + status;
    tally.counts.set(kind, (tally.counts.get(kind) ?? 0) + 1);
    if (status === TOO_MANY) this.#hits[tier] = (this.#hits[tier] ?? 0) + 1;
    const seconds = ms / 1000;
    let place = 0;
    while (place < DURATIONS.length && seconds > (DURATIONS[place] ?? 0)) place++;
    tally.durations[place] = (tally.durations[place] ?? 0) + 1;
    tally.seconds += seconds;
    tally.bytes += bytes;
  };

  metrics(): MetricObject[] {
    return [
      family(NAME, 'counter', 'Answered requests. Status 499: the client left before.', () => this.#counts()),
      family(DURATION, 'histogram', 'From the head of a request to the end of its answer.', () =>
        this.#times(),
      ),
      family(BYTES, 'counter', 'Bytes of bodies, as they were announced.', () => this.#bytes()),
      family(HITS, 'counter', 'Requests that were refused since their client had used up its limit.', () =>
        TIERS.map((tier, place) => ({ labels: { tier }, value: this.#hits[place] ?? 0 })),
      ),
    ];
  }

  #counts(): Values {
    return [...this.#byRoute].flatMap(([route, { counts }]) =>
      [...counts].map(([kind, value]) => ({
        labels: {
          route: shown(route),
          status: String(kind % STATUSES),
          tier: TIERS[Math.floor(kind / STATUSES)] ?? '',
        },
        value,
      })),
    );
  }

  #bytes(): Values {
    return [...this.#byRoute].map(([route, { bytes }]) => ({
      labels: { route: shown(route) },
      value: bytes,
    }));
  }

  #times(): Values {
    return [...this.#byRoute].flatMap(([route, { durations, seconds }]) => {
      const labels = { route: shown(route) };
      let upTo = 0;
      const buckets = [...durations].map((count, place) => {
        upTo += count;
        return {
          metricName: `${DURATION}_bucket`,
          labels: { ...labels, le: DURATIONS[place] ?? '+Inf' },
          value: upTo,
        };
      });
      return [
        ...buckets,
        { metricName: `${DURATION}_sum`, labels, value: seconds },
        { metricName: `${DURATION}_count`, labels, value: upTo },
      ];
    });
  }
}

/** A route's pattern without the expressions of its parameters. */
const shown = (route: string): string => route.replace(/\(.*\)$/, '');

function family(name: string, type: string, help: string, values: () => Values): MetricObject {
  const metric = { name, help, type, aggregator: 'sum' as const };
  const get = async () => ({ ...metric, values: values() });
  return { ...metric, get } as unknown as MetricObject;
}
