import { parser } from '@prometheus-io/lezer-promql';

/** What a query asks for, by Prometheus' own grammar. */
export interface Asked {
  /** Metrics, each with the labels that are matched. */
  metrics: { name: string; labels: string[] }[];
  /** By which results are grouped. */
  grouping: string[];
}

/** @throws Error where it is no PromQL */
export function readQuery(query: string): Asked {
  const asked: Asked = { metrics: [], grouping: [] };
  let last: Asked['metrics'][number] = { name: '', labels: [] };
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${query}`);
      const text = query.slice(from, to);
      const parent = node.parent?.name;
      if (type.name === 'Identifier' && parent === 'VectorSelector') {
        last = { name: text, labels: [] };
        asked.metrics.push(last);
      }
      if (type.name === 'LabelName') (parent === 'GroupingLabels' ? asked.grouping : last.labels).push(text);
    },
  });
  return asked;
}
