import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, runNode } from './run-program.ts'

// Builds the web app unless the existing build has exactly these sources.

const web = path.join(root, 'apps/web')
const stamp = path.join(web, 'dist/.sources')
const sources = [
  'package-lock.json',
  'apps/web/package.json',
  'apps/web/vite.config.ts',
  'apps/web/index.html',
  'apps/web/vite',
  'apps/web/public',
  'apps/web/src',
  'locales',
  'packages/catalogues/src',
  'packages/contract/package.json',
  'packages/contract/src',
]

const wanted = hashOf(sources)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await build()

async function build(): Promise<void> {
  console.log('Building the web app …')
  rmSync(stamp, { force: true })
  for (const args of [['build'], ['build', '--ssr']]) {
    const { ok, output } = await runNode('node_modules/vite/bin/vite.js', args, { cwd: 'apps/web', quiet: true })
    if (ok) continue
    console.error(output)
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

function hashOf(places: string[]): string {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => filesOf(path.join(root, place)))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
