import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

/** A browser to control, and the environment that it needs. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

/** Flags for a browser without a screen, a GPU or connections to the outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const packageName = '@sparticuz/chromium'

/**
 * Returns the browser named by CHROMIUM_PATH, or else the one from an npm package (Linux only), or else the machine's
 * own. A headless build takes two thirds of the time and is the same everywhere.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, env: {} }
  const packaged = await packagedChromium().catch(() => undefined)
  if (packaged) return packaged
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [...commands.flatMap((command) => folders.map((folder) => path.join(folder, command))), ...places]
  const own = candidates.find((file) => existsSync(file) && starts({ executablePath: file, env: {} }))
  if (own) return { executablePath: own, env: {} }
  throw new Error(
    'There is no Chromium here, and the one that comes as an npm package does not run. Set CHROMIUM_PATH.',
  )
}

/** Returns whether a browser starts. Some distributions install a stub of that name that only says where to get it. */
function starts(chromium: Chromium): boolean {
  const env = { ...process.env, ...chromium.env }
  return spawnSync(chromium.executablePath, ['--version'], { env, timeout: 20_000 }).status === 0
}

/** Returns the packaged browser, if it runs here. */
async function packagedChromium(): Promise<Chromium | undefined> {
  const main = createRequire(import.meta.url).resolve(packageName)
  const home = path.resolve(path.dirname(main), '..')
  const { version } = z
    .object({ version: z.string() })
    .parse(createRequire(import.meta.url)(path.join(home, 'package.json')))
  const target = path.resolve(import.meta.dirname, '../../node_modules/.cache', `chromium-${version}`)
  if (!existsSync(target)) await unpack(path.join(home, 'bin'), target)
  const plain = {
    executablePath: path.join(target, 'chromium'),
    env: { FONTCONFIG_PATH: path.join(target, 'fonts') },
  }
  // A minimal machine lacks desktop libraries: the package includes them.
  const withLibraries = { ...plain, env: { ...plain.env, LD_LIBRARY_PATH: path.join(target, 'al2023', 'lib') } }
  return [plain, withLibraries].find(starts)
}

async function unpack(source: string, target: string): Promise<void> {
  const unfinished = `${target}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  // The package unpacks into the folder for temporary files, where an interrupted attempt would count as complete.
  const usual = process.env.TMPDIR
  process.env.TMPDIR = unfinished
  try {
    const { inflate } = await import('@sparticuz/chromium')
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(path.join(source, name))
    }
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
  writeFileSync(path.join(unfinished, 'fonts', 'fonts.conf'), fontsIn(target))
  renameSync(unfinished, target)
}

/**
 * The package's own list of font folders is for a cloud service. Without a font, text has no width and is invisible.
 */
function fontsIn(target: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${target}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${target}/fonts-cache</cachedir>
</fontconfig>
`
}
