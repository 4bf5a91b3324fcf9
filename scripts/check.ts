import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

// `npm run check`: every check, even after one has failed, so that one run shows all that is wrong.
const root = dirname(import.meta.dirname);
const checks = ['types', 'lint', 'format', 'unused', 'architecture'];

const failed = checks.filter((check) => {
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', `check:${check}`], { cwd: root, stdio: 'inherit' });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${check}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`\nnpm run check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
