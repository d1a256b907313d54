import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Vitest leaves one core idle; tests of whole processes mostly wait.
    maxWorkers: 2,
  },
})
