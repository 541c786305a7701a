import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase, openTestServer } from '../apps/api/test/test-server.ts'
import { root, runNode } from './run-program.ts'

// Writes the types of the tables from the migrations. With --check it only compares.

const target = path.join(root, 'apps/api/src/platform/db/generated.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-gen-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const made = await generate(path.join(folder, 'db.ts'))
if (!process.argv.includes('--check')) {
  writeFileSync(target, made)
} else if (readFileSync(target, 'utf8') !== made) {
  console.error('apps/api/src/platform/db/generated.ts is not what the migrations make. Run: npm run gen')
  process.exitCode = 1
}

async function generate(file: string): Promise<string> {
  const { server, close } = await openTestServer()
  try {
    const url = await createDatabase(server, server.template)
    const { ok, output } = await runNode(
      'node_modules/kysely-codegen/dist/cli/bin.js',
      [
        '--dialect=postgres',
        `--url=${url}`,
        `--out-file=${file}`,
        '--default-schema=public',
        '--include-pattern=public.*',
        '--exclude-pattern=public.schema_migrations',
        '--numeric-parser=number',
        '--date-parser=string',
      ],
      { quiet: true },
    )
    if (!ok) throw new Error(`kysely-codegen failed:\n${output}`)
  } finally {
    await close()
  }
  return withNumbers(readFileSync(file, 'utf8'))
}

/** Our database connection reads int8 as a number, but the generator expects the driver's text. */
function withNumbers(types: string): string {
  return types.replace(
    /^export type Int8 = .*$/m,
    'export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;',
  )
}
