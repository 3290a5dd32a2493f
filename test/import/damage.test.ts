import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { importXml } from '../../build/import/import.ts';
import { outcomeOf, reportText } from '../../build/import/report.ts';
import { silent } from '../../build/report/progress.ts';
import { officialTest } from '../helpers/official-xml.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { examined, imported, sumOf } from './oracle/corpus.ts';
import { DAMAGES, damage } from './oracle/damage.ts';
import { corpusFiles } from './oracle/documents.ts';
import { truncate } from './oracle/truncate.ts';

const test = suite('damage to official law');
const LAUNCH = join(import.meta.dirname, '../../build/launch.cjs');

officialTest(
  test,
  'official-xml',
  'every damage to a corpus is noticed, by the oracle and by --check',
  async folder => {
    const random = new Random(2026);
    for (const name of ['usc/usc09.xml', 'ecfr/ECFR-title4.xml', 'fr/gpo/2016/06/2016-13878.xml']) {
      const file = join(folder, name);
      const corpus = temporaryFolder();
      const report = await imported(corpus, file);
      const state = () => {
        const { words, lost, broken, moved, added, findings } = sumOf(examined(report, corpus));
        return { words, lost, broken, moved, added, findings: findings.length };
      };
      const whole = state();
      const check = () => importXml({ from: [file], corpus, allowsOlder: true, isCheck: true }, silent);
      assert.is(outcomeOf(await check()), 'whole', name);
      let done = 0;
      for (const kind of DAMAGES) {
        const damaged = damage(kind, corpus, corpusFiles(corpus), random);
        if (damaged === null) continue;
        done += 1;
        assert.not.equal(state(), whole, `the oracle does not see that ${kind} in ${damaged.path}`);
        const checked = await check();
        assert.is(outcomeOf(checked), 'words differ', `--check does not see that ${kind} in ${damaged.path}`);
        assert.match(reportText(checked), /^differs /m);
        damaged.repair();
      }
      assert.ok(done >= DAMAGES.length - 1, `${name}: ${done} damages`);
      assert.equal(state(), whole);
    }
  },
);

officialTest(
  test,
  'official-xml',
  'wherever an official file breaks off, nothing of it is taken',
  async folder => {
    const names = ['usc/usc09.xml', 'usc/usc27.xml', 'ecfr/ECFR-title3.xml', 'fr/gpo/2016/06/2016-13878.xml'];
    const files = names.map(name => join(folder, name));
    const corpus = temporaryFolder();
    await imported(corpus, ...files);
    const { faults } = await truncate(files, corpus, temporaryFolder(), 60, new Random(60));
    assert.equal(faults, []);
    const half = join(temporaryFolder(), 'half.xml');
    writeFileSync(half, readFileSync(files[0]!, 'utf8').slice(0, 50_000));
    const args = [LAUNCH, 'import', half, '--out', corpus];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
    assert.is(status, 1);
    assert.match(stdout, /^failed .*half\.xml: /m);
  },
);

test.run();
