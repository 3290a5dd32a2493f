import { killBuilds } from '../build/kill.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Kills builds at 50 random moments; see `killBuilds` for what must hold after each. @param args the number */
export async function run([rounds = '50']: string[]): Promise<void> {
  const options = { folder: temporaryFolder(), documents: 1000, rounds: Number(rounds), seed: 2026 };
  const { at, reads } = await killBuilds(options);
  for (const [where, count] of Object.entries(at)) console.log(`killed ${count} times: ${where}`);
  console.log(
    `${reads} files were read meanwhile, all whole; every tree was sound, and every next build complete`,
  );
}
