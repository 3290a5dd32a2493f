import { build } from 'esbuild';
const supported={'arrow':true,'const-and-let':true,'template-literal':true,'rest-argument':true};
const { smallTable } = await import('/work/rule/build/contract/routing/table.ts');
const { SOURCES } = await import('/work/rule/build/contract/sources.ts');
const r = await build({ stdin:{contents:`import {smallRouter} from './build/contract/routing/small.ts'; globalThis.route = smallRouter(${JSON.stringify(smallTable(SOURCES))});`,resolveDir:'/work/rule'}, bundle:true, minify:true, target:'es5', supported, write:false, format:'iife', charset:'utf8', metafile:true, logLevel:'silent'}).catch(e=>{console.log(e.errors.map(x=>x.text+' '+x.location?.file+':'+x.location?.line).join('\n')); process.exit(1)});
console.log(r.outputFiles[0].contents.length, r.warnings.length); console.log(Object.entries(Object.values(r.metafile.outputs)[0].inputs).map(([k,v])=>v.bytesInOutput+' '+k).join('\n'));
const code=r.outputFiles[0].text; console.log([...code.matchAll(/__\w+|Object\.\w+|Symbol\w*|new Map|new Set/g)].map(m=>m[0]).join(' ')); 
