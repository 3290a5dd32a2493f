import process from 'node:process';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { partOf } from './editions.ts';
import { largeDocuments } from './large-documents.ts';

/** Appends large documents to an archive, and is killed when the one of this number is asked for. */
const [folder = '', number = '0'] = process.argv.slice(2);
const documents = largeDocuments();
const fatal = documents[Number(number)];
if (fatal) fatal.read = () => process.kill(process.pid, 'SIGKILL') as never;
new ArchiveAppend(folder).enter(partOf(documents));
