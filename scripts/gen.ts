import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@shiloh/embedded-postgres'
import { migrate } from '../apps/api/src/platform/db/migrate.ts'
import { root, runNode } from './run-program.ts'

// Writes the types of the tables from the migrations. With --check it only compares.

const target = path.join(root, 'apps/api/src/platform/db/generated.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-gen-'))
// The database may run as another account, which must get to its folder in there.
chmodSync(folder, 0o711)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const made = await generate(path.join(folder, 'db.ts'))
if (!process.argv.includes('--check')) {
  writeFileSync(target, made)
} else if (readFileSync(target, 'utf8') !== made) {
  console.error('apps/api/src/platform/db/generated.ts is not what the migrations make. Run: npm run gen')
  process.exitCode = 1
}

async function generate(file: string): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    database: 'shiloh',
    settings: { fsync: 'off' },
    log: (line) => console.error(line),
  })
  try {
    await migrate(server.url)
    const { ok, output } = await runNode(
      'node_modules/kysely-codegen/dist/cli/bin.js',
      [
        '--dialect=postgres',
        `--url=${server.url}`,
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
    await server.stop()
  }
  return withNumbers(readFileSync(file, 'utf8'))
}

/** Our database connection reads int8 as a number, where the generator expects the driver's text. */
function withNumbers(types: string): string {
  return types.replace(
    /^export type Int8 = .*$/m,
    'export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;',
  )
}
