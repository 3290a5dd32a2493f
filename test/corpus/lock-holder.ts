import { shareCorpus, takeCorpus } from '../../build/corpus/lock.ts';

/** Holds a corpus as an import or as a build, until it is killed. */
const [how = '', corpus = ''] = process.argv.slice(2);
const release = (how === 'import' ? takeCorpus : shareCorpus)(corpus);
// What nobody refers to is closed some time.
process.once('exit', release);
process.stdout.write('held\n');
setInterval(() => {}, 1000);
