// Runs `npm start`, `npm test` and the other commands. Plain JavaScript without dependencies: it works on any Node from
// 20 on and before anything is installed. It installs what is missing, then hands over to the Node version that the
// lock file pins.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keepRunning } from './keep-running.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')

/** Each command runs one program after the other. The last one gets the arguments; words of the command come first. */
const commands = {
  start: ['scripts/build-web.ts', 'apps/api/src/main.ts'],
  dev: ['scripts/dev/main.ts'],
  test: ['scripts/test.ts'],
  db: ['scripts/db.ts'],
  reset: ['scripts/reset.ts'],
  check: ['scripts/check.ts'],
  gen: ['scripts/gen.ts'],
  texts: ['scripts/texts.ts'],
  bench: ['scripts/build-web.ts', 'bench/run.ts'],
  drill: ['bench/drill/run.ts'],
  'check:invariants': ['apps/api/src/check-invariants.ts'],
  'check:guards': ['scripts/guards.ts'],
  reseal: ['apps/api/src/reseal.ts'],
  build: ['scripts/build-web.ts', 'scripts/build.ts'],
  backup: ['apps/api/src/backup.ts backup'],
  restore: ['apps/api/src/backup.ts restore'],
}

/** Commands that ask questions need the terminal. */
const interactive = ['db', 'reset']
/** Commands that read `.env`, if it exists. Variables of the shell take precedence. Tests must not depend on it. */
const readsEnvFile = ['start', 'dev', 'db', 'reset', 'check:invariants', 'reseal', 'backup', 'restore']

const [name = '', ...args] = process.argv.slice(2)
const programs = commands[name]
if (!programs) {
  console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

let child
let ending = false
const keeping = {
  isEnding: () => ending,
  say: (line) => console.error(line),
  wait: (seconds) => delay(seconds * 1000),
}
followSignals()
await install()
const node = pinnedNode()
for (const program of programs) {
  const last = program === programs.at(-1)
  const options = readsEnvFile.includes(name) && existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : []
  const parts = [...options, '--import', './scripts/end-with-parent.mjs', ...program.split(' '), ...(last ? args : [])]
  const begin = () => begun(node, parts, true)
  const code = last && name === 'start' ? await keepRunning(begin, keeping) : await begin().ended
  if (code !== 0 || last) process.exit(code)
}

/**
 * Starts a program; `ended` resolves to its exit code. We end it ourselves: Ctrl-C in the terminal reaches it through
 * us, and only once.
 */
function begun(command, commandArgs, withChannel = false) {
  const started = spawn(command, commandArgs, {
    cwd: root,
    // npm stays in our process group, so that Ctrl-C ends its children too.
    detached: withChannel && !interactive.includes(name) && process.platform !== 'win32',
    env: { ...process.env, PATH: [path.join(modules, '.bin'), searchPath()].join(path.delimiter) },
    // The server uses the channel to report that it serves. Its closing tells the program that we are gone, even after
    // kill -9.
    stdio: [interactive.includes(name) ? 'inherit' : 'ignore', 'inherit', 'inherit', ...(withChannel ? ['ipc'] : [])],
  })
  child = started
  const ended = new Promise((resolve) => {
    started.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      resolve(1)
    })
    started.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
  return { child: started, ended }
}

function followSignals() {
  // npm repeats the signal that the terminal has already sent us. The second one is the same request.
  const end = (signal) => {
    if (ending) return
    ending = true
    if (child?.exitCode === null && child.signalCode === null) child.kill(signal)
    else process.exit(128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => end(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  // A signal to npm alone can stop at the shell between us. Losing that shell has the same meaning.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && end('SIGTERM'), 500).unref()
  }
}

async function install() {
  const stamp = path.join(modules, '.shiloh-lock')
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing the libraries (this takes a minute or two) …')
    const npm = process.env.npm_execpath
    // Not "npm ci": if a registry lacks a package for another platform, npm ci considers the lock file incomplete.
    const options = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    const code = await (npm ? begun(systemNode(), [npm, ...options]) : begun('npm', options)).ended
    if (ending || code !== 0) process.exit(code || 1)
  }
  writeFileSync(stamp, wanted)
}

/** Returns whether the packages of the lock file are installed. npm keeps its own record of what it installed. */
function isInstalled(lock) {
  const note = path.join(modules, '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  return Object.entries(lock.packages).every(
    ([place, entry]) =>
      !place.includes('node_modules/') ||
      entry.optional ||
      (entry.link ? existsSync(path.join(root, place)) : installed[place]?.version === entry.version),
  )
}

function pinnedNode() {
  const file = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    'Node 24 was not installed: npm did not run the install scripts. Try "npm rebuild node", or use Node 24 yourself.',
  )
  return process.exit(1)
}

/** Returns a Node outside node_modules, because installing replaces those first. */
function systemNode() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = searchPath()
    .split(path.delimiter)
    .map((folder) => path.join(folder, binary))
    .find((file) => existsSync(file))
  return found ?? process.execPath
}

function searchPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.filter((folder) => !folder.startsWith(modules)).join(path.delimiter)
}
