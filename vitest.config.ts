import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { guardsOff } from './apps/api/test/guards-off.ts'

// The tests wait for PostgreSQL half of their time: fewer than three files at a time would leave one of two cores idle.
const maxWorkers = Math.max(3, availableParallelism() - 1)

export default defineConfig({
  test: {
    // Measured (processor time, warm cache): isolating files takes half as much again; threads and processes are equal.
    isolate: false,
    restoreMocks: true,
    setupFiles: [path.resolve(import.meta.dirname, 'scripts/property-seed.ts')],
    maxWorkers,
    // Many start the product, which takes seconds, and on a machine that is busy with something else five times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // The cache of transformed files does not know that a guard was removed from one.
    fsModuleCache: process.env['GUARD_OFF'] === undefined,
    projects: [
      {
        extends: true,
        root: 'scripts',
        test: { name: 'scripts', include: ['*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        root: 'bench',
        test: { name: 'bench', include: ['*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        root: 'packages/catalogues',
        test: { name: 'catalogues', include: ['src/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        root: 'packages/contract',
        test: { name: 'contract', include: ['src/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        root: 'packages/embedded-postgres',
        test: { name: 'embedded-postgres', include: ['src/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        root: 'apps/api',
        plugins: [guardsOff()],
        test: {
          name: 'api',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          environment: 'node',
          globalSetup: [path.resolve(import.meta.dirname, 'apps/api/test/global-setup.ts')],
        },
      },
      {
        extends: true,
        root: 'apps/api',
        test: {
          name: 'fuzz',
          include: ['test/fuzz/*.test.ts'],
          environment: 'node',
          globalSetup: [path.resolve(import.meta.dirname, 'apps/api/test/global-setup.ts')],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['{src,vite,scripts}/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Files that share a worker leave something of their page to each other: one of four runs failed by it, differently each time.
          isolate: true,
          // A thread for each file begins sooner than a process.
          pool: 'threads',
          maxWorkers,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          setupFiles: [path.resolve(import.meta.dirname, 'scripts/property-seed.ts')],
        },
      },
    ],
  },
})
