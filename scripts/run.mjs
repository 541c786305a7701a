// What `npm start`, `npm test` and the other commands run. Plain JavaScript without a dependency: it works on any Node from 20 on
// and before anything is installed. It installs what is missing, then hands over to the Node that the lock file pins.
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

/** Each command is one program after the other; the last one gets the arguments. */
const commands = {
  start: ['scripts/build-web.ts', 'apps/api/src/main.ts'],
  dev: ['scripts/dev/main.ts'],
  test: ['scripts/test.ts'],
  db: ['scripts/db.ts'],
  reset: ['scripts/reset.ts'],
  check: ['scripts/check.ts'],
  gen: ['scripts/gen.ts'],
  texts: ['scripts/texts.ts'],
  bench: ['bench/run.ts'],
  'check:invariants': ['apps/api/src/check-invariants.ts'],
  'check:guards': ['scripts/guards.ts'],
  reseal: ['apps/api/src/reseal.ts'],
}

/** Commands that ask questions: they get the terminal. */
const interactive = ['db', 'reset']
/** Commands that read `.env`, where it exists. Variables of the shell win. Tests must not depend on it. */
const readsEnvFile = ['start', 'dev', 'db', 'reset', 'check:invariants', 'reseal']

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
  const parts = [...options, '--import', './scripts/end-with-parent.mjs', program, ...(last ? args : [])]
  const begin = () => begun(node, parts, true)
  const code = last && name === 'start' ? await keepRunning(begin, keeping) : await begin().ended
  if (code !== 0 || last) process.exit(code)
}

/** Begins a program; `ended` is its exit code. Ours to end: the terminal's Ctrl-C reaches it through us, and once. */
function begun(command, commandArgs, withChannel = false) {
  const started = spawn(command, commandArgs, {
    cwd: root,
    // npm is left in our process group, so that Ctrl-C ends what it starts in turn.
    detached: withChannel && !interactive.includes(name) && process.platform !== 'win32',
    env: { ...process.env, PATH: [path.join(modules, '.bin'), searchPath()].join(path.delimiter) },
    // The server says on it that it serves; and that it closes tells the program that we are gone, even by kill -9.
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
  // npm passes on the signal that the terminal has sent to us already: the second is the same, not a second wish.
  const end = (signal) => {
    if (ending) return
    ending = true
    if (child?.exitCode === null && child.signalCode === null) child.kill(signal)
    else process.exit(128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => end(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  // Signals to npm alone may end at the shell between us. Losing that shell means the same.
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
    // Not "npm ci": where a registry lacks a package for some foreign platform, that one takes the lock file for incomplete.
    const options = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    const code = await (npm ? begun(systemNode(), [npm, ...options]) : begun('npm', options)).ended
    if (ending || code !== 0) process.exit(code || 1)
  }
  writeFileSync(stamp, wanted)
}

/** Whether somebody has already installed what the lock file says; npm keeps its own note of what it put there. */
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

/** A Node that is not among the libraries: installing removes those first. */
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
