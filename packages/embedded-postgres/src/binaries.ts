import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { canReach, type Operator } from './operator.ts'

/** The PostgreSQL programs that this package runs. */
export interface Binaries {
  initdb: string
  postgres: string
  version: string
}

/**
 * Used as root only: files that the PostgreSQL account must read are kept here when the project is in a folder closed to that account,
 * such as /root.
 */
export const sharedHome = '/var/lib/embedded-postgres'

const manifest = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs of the installed `embedded-postgres` package. If the operator cannot reach them (a checkout in a home directory
 * with mode 0700), they are copied to {@link sharedHome} once.
 */
export function findBinaries(operator: Operator | undefined): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  const root = packageRoot(packageName)
  const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  restoreLinks(root)
  let native = path.join(root, 'native')
  if (!canReach(operator, path.join(native, 'bin', 'postgres'))) native = shareCopy(native, version)
  return { initdb: program(native, 'initdb'), postgres: program(native, 'postgres'), version }
}

function packageRoot(packageName: string): string {
  // The platform package is a dependency of `embedded-postgres` and not of this package, so it is resolved from there.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.resolve(path.dirname(fromWrapper.resolve(packageName)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine: ${packageName} is not installed. Use a PostgreSQL server of your own.`,
    )
  }
}

/** Creates the symbolic links that npm packages cannot contain. The package's install script does this too, but npm may be set up to run none. */
function restoreLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(root, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  }
}

function shareCopy(native: string, version: string): string {
  const shared = path.join(sharedHome, `postgresql-${version}`)
  if (existsSync(shared)) return shared
  const unfinished = `${shared}.${process.pid}`
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, shared)
  return shared
}

function program(native: string, name: string): string {
  const file = path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  // Some archive tools drop the executable bits.
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
  return file
}
