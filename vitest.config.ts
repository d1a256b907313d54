import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'test/support/carried-chromium.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The files of a worker share its modules, which keep nothing of their own: to load them anew for each takes longer than most tests.
    isolate: false,
    // Vitest leaves one core idle; tests of whole processes mostly wait.
    maxWorkers: 2,
  },
})
