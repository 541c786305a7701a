import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'apps/api/migrations'

/** There is no former version here. The message says why. */
export class NoFormerVersion extends Error {}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commits of the history that added a migration, newest first. */
const addingMigrations = (): string[] => {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true')
      throw new NoFormerVersion('This is a shallow clone. Fetch the history: git fetch --unshallow.')
    if (path.resolve(git('rev-parse', '--show-toplevel')) !== ROOT)
      throw new NoFormerVersion('This tree has no history of its own: it was exported. Use a clone.')
    return git('log', '--format=%H', '--diff-filter=A', '--', MIGRATIONS).split('\n').filter(Boolean)
  } catch (error) {
    if (error instanceof NoFormerVersion) throw error
    throw new NoFormerVersion('This tree has no history: git does not know it. Use a clone.', { cause: error })
  }
}

/** A version of the product that the current one replaces. */
export interface Former {
  readonly commit: string
  /** Migrations that the current version adds. */
  readonly added: readonly string[]
  readonly at: string
}

/**
 * Finds the newest commit with fewer migrations than the files here, or the given one.
 * @throws NoFormerVersion without a history
 */
export const findFormer = (given: string | undefined): Former => {
  const here = readdirSync(path.join(ROOT, MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  const namesIn = (commit: string) =>
    git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
      .split('\n')
      .map((name) => path.basename(name))
  const addedSince = (commit: string) => {
    const there = new Set(namesIn(commit))
    return here.filter((name) => !there.has(name)).sort()
  }
  // Files that are not committed yet are newer than the last commit.
  const candidates = given
    ? [git('rev-parse', `${given}^{commit}`)]
    : ['HEAD', ...addingMigrations().map((commit) => `${commit}^`)]
  for (const candidate of candidates) {
    const added = addedSince(candidate)
    if (added.length > 0)
      return {
        commit: git('rev-parse', '--short=10', candidate),
        added,
        at: git('log', '-1', '--format=%cs', candidate),
      }
  }
  throw new NoFormerVersion(`No commit has fewer migrations${given ? `: ${given} has all of them` : ''}.`)
}

/** Returns whether a commit has other libraries than those that are installed here. */
export const hasOtherLibraries = ({ commit }: Former): boolean =>
  git('show', `${commit}:package-lock.json`) !== readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8').trim()

/** Puts the files of a commit into a folder, with the installed libraries and its own packages. */
export const unpack = ({ commit }: Former, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const installed = path.join(ROOT, 'node_modules')
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@shiloh'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@shiloh' && !name.startsWith('.')) symlinkSync(path.join(installed, name), path.join(modules, name))
  // The packages of this repository are links into it: those of the former version have to be its own.
  for (const name of readdirSync(path.join(installed, '@shiloh'))) {
    const from = ['packages', 'apps'].map((part) => path.join(folder, part, name)).find((place) => existsSync(place))
    const isOwn = lstatSync(path.join(installed, '@shiloh', name)).isSymbolicLink()
    const to = isOwn ? from : path.join(installed, '@shiloh', name)
    if (to) symlinkSync(to, path.join(modules, '@shiloh', name))
  }
}

/** This version. */
export const CURRENT = ROOT
