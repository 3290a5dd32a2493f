/** A strict reader of Prometheus' text format 0.0.4: what it lets through, Prometheus and promtool take. */

export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Family {
  name: string;
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const VALUE = /^(?:[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf)|NaN)$/i;

/** @throws Error that tells the line which is wrong */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const families = new Map<string, Family>();
  let family: Family | null = null;
  const series = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (!NAME.test(name) || families.has(name)) throw new Error(`Again or no name: ${line}`);
      family = { name, type: '', help: rest, samples: [] };
      families.set(name, family);
    } else if (kind === 'TYPE') {
      if (family?.name !== name || family.type !== '') throw new Error(`Out of place: ${line}`);
      if (!/^(?:counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`No type: ${line}`);
      family.type = rest;
    } else {
      const sample = readSample(line);
      if (family?.type === '' || !family || !belongs(sample.name, family))
        throw new Error(`Of no family: ${line}`);
      const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (series.has(key)) throw new Error(`Again: ${line}`);
      series.add(key);
      family.samples.push(sample);
    }
  }
  for (const each of families.values()) check(each);
  return families;
}

const belongs = (name: string, family: Family): boolean =>
  family.type === 'histogram'
    ? ['_bucket', '_sum', '_count'].some(ending => name === family.name + ending)
    : name === family.name;

function readSample(line: string): Sample {
  const [, name = '', inside = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (name === '' || !VALUE.test(value)) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let end = 0; end < inside.length; end = LABEL.lastIndex) {
    const [, label = '', escaped = ''] = LABEL.exec(inside) ?? [];
    if (label === '' || label in labels) throw new Error(`Labels: ${line}`);
    labels[label] = escaped.replace(/\\([\\"n])/g, (_, char: string) => (char === 'n' ? '\n' : char));
  }
  return { name, labels, value: Number(value.replace(/inf$/i, 'Infinity')) };
}

function check({ name, type, samples }: Family): void {
  if (type === '') throw new Error(`${name} has no type`);
  const names = new Set(
    samples.map(({ labels }) =>
      Object.keys(labels)
        .sort()
        .filter(label => label !== 'le')
        .join(),
    ),
  );
  if (names.size > 1) throw new Error(`The series of ${name} have different labels`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} is below zero`);
  if (type === 'histogram') checkHistogram(name, samples);
}

/** Bounds ascend to infinity, counts do not fall, and the last is the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const bySeries = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...rest } = sample.labels;
    const key = JSON.stringify(rest);
    bySeries.set(key, [...(bySeries.get(key) ?? []), sample]);
  }
  for (const [key, all] of bySeries) {
    const buckets = all.filter(sample => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number((labels.le ?? '').replace('Inf', 'Infinity')));
    const isSound =
      bounds.at(-1) === Number.POSITIVE_INFINITY &&
      bounds.every((bound, i) => i === 0 || bound > (bounds[i - 1] ?? 0)) &&
      buckets.every(({ value }, i) => i === 0 || value >= (buckets[i - 1]?.value ?? 0)) &&
      all.find(sample => sample.name === `${name}_count`)?.value === buckets.at(-1)?.value &&
      all.some(sample => sample.name === `${name}_sum` && sample.value >= 0);
    if (!isSound) throw new Error(`The histogram ${name}${key} is not sound`);
  }
}

/** The one value of a series. @throws where there are none or several */
export function figureOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter(
      sample =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
  if (found.length !== 1) throw new Error(`${found.length} series of ${name}${JSON.stringify(labels)}`);
  return found[0]?.value ?? Number.NaN;
}
