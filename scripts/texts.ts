import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Avoided,
  type Exception,
  type Problem,
  problemsOfArea,
  problemsOfEnglish,
  problemsOfLanguage,
  type Term,
} from '@shiloh/catalogues/check'
import { AREAS, catalogueFile, LOCALES } from '@shiloh/catalogues/files'
import { headersOf, readPo, writePo } from '@shiloh/catalogues/po'
import { filesReached, WEB } from '@shiloh/catalogues/reach'
import { findTexts } from '@shiloh/catalogues/source'
import { entriesOf, inStep } from '@shiloh/catalogues/sync'
import { isComplete, isLanguage, LANGUAGES, localeOf } from '@shiloh/contract/core'
import { STAFF_LAYOUTS } from '../apps/web/src/platform/layouts.ts'
import { root } from './run-program.ts'

// npm run texts                 brings the catalogues in step with the code
// npm run texts -- check [de]   lists what is wrong with them, in one language or in all
// npm run texts -- add nl       begins a language

const LANGUAGE_TABLE = path.join(root, 'packages/contract/src/text/language.ts')

const [command = 'sync', wanted] = process.argv.slice(2)
const translated = LANGUAGES.filter((language) => language !== 'en')

function sync(language: string, locale: string): void {
  const texts = findTexts()
  const present = AREAS.map((area) => read(language, area))
  const all = present.flatMap(({ entries }) => entries)
  AREAS.forEach((area, at) => {
    const entries = inStep(language, entriesOf(area, texts), all)
    const file = catalogueFile(language, area)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, writePo({ headers: { ...present[at]?.headers, ...headersOf(language, locale) }, entries }))
    const todo = entries.filter(({ translation, fuzzy }) => translation === '' || fuzzy).length
    console.log(`${language}/${area}.po: ${entries.length} texts, ${todo} to translate`)
  })
}

function read(language: string, area: (typeof AREAS)[number]) {
  try {
    return readPo(readFileSync(catalogueFile(language, area), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { headers: {}, entries: [] }
    throw error
  }
}

function problems(): Problem[] {
  const texts = findTexts()
  const vocabulary = { terms: glossary(), exceptions: exceptions(), avoided: avoided() }
  const wantedEntries = AREAS.flatMap((area) => entriesOf(area, texts))
  return [
    ...problemsOfEnglish(texts, isUsedIn(sources()), vocabulary),
    ...problemsOfArea('staff', texts, filesReached('apps/web/src/main.tsx', WEB, isOfStaff)),
    ...EXTRA.flatMap((area) => {
      const pages = pagesWith(area)
      return problemsOfArea(
        area,
        texts,
        filesReached('apps/web/src/main.tsx', WEB, (file) => pages.has(file) || PARTS[area]?.includes(file) === true),
      )
    }),
    ...translated.flatMap((language) =>
      problemsOfLanguage(
        { language, locale: localeOf(language), complete: isComplete(language) },
        wantedEntries,
        AREAS.flatMap((area) => read(language, area).entries),
        vocabulary,
      ),
    ),
  ]
}

const print = ({ language, id, rule, says }: Problem) => console.log(`${language}\t${rule}\t${id}\t${says}`)

function check(language: string | undefined): void {
  if (language !== undefined && !isLanguage(language)) {
    console.error(`Unknown language "${language}". There are: ${LANGUAGES.join(', ')}.`)
    process.exit(2)
  }
  const found = problems().filter((one) => language === undefined || one.language === language)
  for (const one of found) print(one)
  console.log(`${found.length} to correct`)
  process.exit(found.length > 0 ? 1 : 0)
}

/** Returns the rows of a table in `locales`; the first one is its head. */
const tableOf = (name: string): string[][] =>
  readFileSync(path.join(LOCALES, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

function glossary(): Term[] {
  const [head, ...rows] = tableOf('glossary.tsv')
  const languages = head?.slice(1) ?? []
  return rows.map(([term = '', ...cells]) => ({
    term,
    translations: Object.fromEntries(
      languages.flatMap((language, at) => (cells[at] ? [[language, cells[at].split('; ')]] : [])),
    ),
  }))
}

const exceptions = (): Exception[] =>
  tableOf('exceptions.tsv').map(([english = '', language = '']) => ({ english, language }))

const avoided = (): Avoided[] =>
  tableOf('avoided.tsv').map(([language = '', words = '', say = '', allowedIn = '']) => ({
    language,
    words: words.split('; '),
    say,
    allowedIn: allowedIn.split('; '),
  }))

/** The code of the product, without tests: where texts are used. */
function sources(): string {
  return ['packages/contract/src', 'apps/api/src', 'apps/web/src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
        .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
    )
    .join('\n')
}

/**
 * A key is used as a string, as a property, as the column of an export, as the name of a file, or as what a template such as `status_${status}`
 * may make.
 */
function isUsedIn(code: string): (key: string) => boolean {
  const names = new Set([
    ...(code.match(/(?<=['".])[a-zA-Z]\w*(?=\W)|\b[a-z]\w*(?=: \(|: \{ write: )/g) ?? []),
    ...(code.match(/(?<=')[a-z]+(?:-[a-z]+)+(?=')/g) ?? []),
  ])
  const templates = new Set(code.match(/(?<=`)[a-z_]*\$\{[^}`]*\}[a-z_]*(?=`)/g))
  const parts = [...templates].map((template) => template.split(/\$\{[^}]*\}/))
  return (key) =>
    names.has(key) ||
    parts.some(([head = '', tail = '']) => head + tail !== '' && key.startsWith(head) && key.endsWith(tail))
}

/** The shell of staff pages, and its tools. */
const STAFF_SHELL = [
  'ui/shell/admin-shell.tsx',
  'features/search/palette-button.tsx',
  'features/activity/activity-button.tsx',
].map((file) => `apps/web/src/${file}`)

/** The shell of staff pages, and files whose routes are all staff pages. */
function isOfStaff(file: string): boolean {
  if (STAFF_SHELL.includes(file)) return true
  if (!file.endsWith('routes.tsx')) return false
  const layouts = [...WEB.read(file).matchAll(/layout: '([a-z-]+)'/g)].map(([, layout]) => layout)
  return layouts.length > 0 && layouts.every((layout) => STAFF_LAYOUTS.some((staff) => staff === layout))
}

/** The areas that a route names, in `texts`. */
const EXTRA = ['reserving', 'account', 'sign-in', 'vendor', 'industries'] as const

/** Parts outside pages that load the texts of an area themselves. */
const PARTS: Readonly<Partial<Record<(typeof EXTRA)[number], readonly string[]>>> = {
  'sign-in': ['apps/web/src/features/identity/confirm/confirm-dialog.tsx'],
}

/** The pages whose routes have the texts of an area. */
function pagesWith(area: (typeof EXTRA)[number]): ReadonlySet<string> {
  const routes = globSync('apps/web/src/**/*routes.tsx', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return new Set(
    routes.flatMap((file) =>
      WEB.read(file)
        .split('createRoute(')
        .filter((route) => new RegExp(`texts: \\[[^\\]]*'${area}'`).test(route))
        .flatMap((route) =>
          [...route.matchAll(/import\('([^']+)'\)/g)].map(([, page = '']) => WEB.resolve(file, page) ?? ''),
        ),
    ),
  )
}

function add(code: string | undefined): void {
  if (code === undefined || !/^[a-z]{2}$/.test(code) || isLanguage(code)) {
    console.error('Usage: npm run texts -- add nl (a code of two letters that is not there yet)')
    process.exit(2)
  }
  const locale = new Intl.Locale(code).maximize()
  if (locale.region === undefined) {
    console.error(`No language has the code "${code}".`)
    process.exit(2)
  }
  const tag = `${locale.language}-${locale.region}`
  const own = new Intl.DisplayNames([tag], { type: 'language' }).of(code) ?? code
  const name = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1)
  const table = readFileSync(LANGUAGE_TABLE, 'utf8')
  const end = '} as const satisfies'
  writeFileSync(
    LANGUAGE_TABLE,
    table.replace(end, `  ${code}: { name: '${name}', locale: '${tag}', complete: false },\n${end}`),
  )
  sync(code, tag)
  console.log(
    `${name} has begun, with the rules of ${tag}. Translate locales/${code}/*.po; English fills in what is missing.`,
  )
}

switch (command) {
  case 'sync':
    for (const language of translated) sync(language, localeOf(language))
    break
  case 'check':
    check(wanted)
    break
  case 'add':
    add(wanted)
    break
  default:
    console.error('Usage: npm run texts [-- check [language] | add language]')
    process.exit(2)
}
