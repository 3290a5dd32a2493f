import { suite } from 'uvu';
import { abilityTests } from './abilities.ts';
import { SearchClient } from './client.ts';
import { formTests } from './form.ts';
import { narrowingTests } from './narrowing.ts';
import { rankingTests } from './ranking.ts';
import type { Subject } from './subject.ts';
import { textTests } from './text.ts';

export interface Corpus {
  name: string;
  tree(): Promise<string>;
  /** It holds the documents that `searchTree` adds. */
  isFixture: boolean;
}

export interface ContractTest {
  subject: Subject;
  corpus: Corpus;
  client(): SearchClient;
  test(name: string, body: (client: SearchClient) => Promise<void>): void;
}

/** What search promises, whatever engine answers. Where engines may differ, `Subject.traits` says how. */
export function searchContract(subject: Subject, corpus: Corpus): void {
  const tests = suite(`search contract, ${subject.name}, ${corpus.name}`);
  let client: SearchClient;
  tests.before(async () => {
    let t = performance.now();
    const tree = await corpus.tree();
    console.log('TIME tree', ((performance.now() - t) / 1000).toFixed(1));
    t = performance.now();
    client = await SearchClient.open(subject, tree);
    console.log('TIME open', subject.name, ((performance.now() - t) / 1000).toFixed(1));
  });
  tests.after(() => client.close());
  const contract: ContractTest = {
    subject,
    corpus,
    client: () => client,
    test: (name, body) =>
      tests(name, async () => {
        const t = performance.now();
        const c = process.cpuUsage();
        try {
          await body(client);
        } finally {
          const u = process.cpuUsage(c);
          console.log(
            'TIME',
            subject.name,
            ((performance.now() - t) / 1000).toFixed(1),
            ((u.user + u.system) / 1e6).toFixed(1),
            name,
          );
        }
      }),
  };
  formTests(contract);
  textTests(contract);
  rankingTests(contract);
  narrowingTests(contract);
  abilityTests(contract);
  tests.run();
}
