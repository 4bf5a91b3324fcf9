import { defineConfig } from 'vitest/config';

// Rules about the source only: no server is started for them, so `npm run check` stays quick.
export default defineConfig({ test: { root: import.meta.dirname, include: ['*.test.ts'] } });
