import { suite } from 'uvu';
import { abilityTests } from './abilities.ts';
import { citationTests } from './citations.ts';
import { SearchClient } from './client.ts';
import { formTests } from './form.ts';
import { narrowingTests } from './narrowing.ts';
import { rankingTests } from './ranking.ts';
import type { ListDocuments, Subject } from './subject.ts';
import { textTests } from './text.ts';

export interface Corpus {
  name: string;
  tree(): Promise<string>;
  /** It holds the documents that `searchTree` adds. */
  isFixture: boolean;
  /** Lists a sample of its documents, which alone is searched; without it all of them. */
  sample?: ListDocuments;
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
    client = await SearchClient.open(subject, await corpus.tree(), corpus.sample);
  });
  tests.after(() => client.close());
  const contract: ContractTest = {
    subject,
    corpus,
    client: () => client,
    test: (name, body) => tests(name, () => body(client)),
  };
  formTests(contract);
  textTests(contract);
  rankingTests(contract);
  narrowingTests(contract);
  abilityTests(contract);
  citationTests(contract);
  tests.run();
}
