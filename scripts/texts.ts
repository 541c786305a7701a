import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Exception,
  type Problem,
  problemsOfAreas,
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
/** Problems that are known and wait for a translator: `npm run check` accepts them, and no others. */
const TO_CORRECT = path.join(LOCALES, 'to-correct.tsv')

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
  const wantedEntries = AREAS.flatMap((area) => entriesOf(area, texts))
  return [
    ...problemsOfEnglish(texts, isUsedIn(sources())),
    ...problemsOfAreas(texts, filesReached('apps/web/src/main.tsx', WEB, isOfStaff)),
    ...translated.flatMap((language) =>
      problemsOfLanguage(
        { language, locale: localeOf(language), complete: isComplete(language) },
        wantedEntries,
        AREAS.flatMap((area) => read(language, area).entries),
        glossary(),
        exceptions(),
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

const nameOf = ({ language, rule, id }: Problem) => `${language}\t${rule}\t${id}`

/** For `npm run check`: a problem that is not listed, and a listed one that is corrected, are both refused. */
function refuseUnknown(): void {
  const found = problems()
  const known = new Set(rowsOf(TO_CORRECT).map((row) => row.join('\t')))
  const names = new Set(found.map(nameOf))
  const fresh = found.filter((one) => !known.has(nameOf(one)))
  const corrected = [...known].filter((one) => !names.has(one))
  for (const one of fresh) print(one)
  for (const one of corrected) console.log(`${one}\tis corrected: run "npm run texts"`)
  process.exit(fresh.length + corrected.length > 0 ? 1 : 0)
}

/** Takes what is corrected out of the list. */
function forgetCorrected(): void {
  const names = new Set(problems().map(nameOf))
  const left = rowsOf(TO_CORRECT)
    .map((row) => row.join('\t'))
    .filter((one) => names.has(one))
  if (left.length === 0) rmSync(TO_CORRECT, { force: true })
  else writeFileSync(TO_CORRECT, `language\trule\tid\n${left.join('\n')}\n`)
}

/** The rows of a table without its head; none where there is no such file. */
function rowsOf(file: string): string[][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(1)
    return lines.filter((line) => line !== '').map((line) => line.split('\t'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function glossary(): Term[] {
  const file = path.join(LOCALES, 'glossary.tsv')
  const [, ...languages] = readFileSync(file, 'utf8').split('\n', 1)[0]?.split('\t') ?? []
  return rowsOf(file).map(([term = '', ...cells]) => ({
    term,
    translations: Object.fromEntries(languages.flatMap((language, at) => (cells[at] ? [[language, cells[at]]] : []))),
  }))
}

const exceptions = (): Exception[] =>
  rowsOf(path.join(LOCALES, 'exceptions.tsv')).map(([english = '', language = '']) => ({ english, language }))

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

/** A key is used as a string, as a property, or as what a template such as `status_${status}` may make. */
function isUsedIn(code: string): (key: string) => boolean {
  const names = new Set(code.match(/(?<=['".])[a-zA-Z]\w*(?=\W)/g))
  const templates = new Set(code.match(/(?<=`)[a-z_]*\$\{[^}`]*\}[a-z_]*(?=`)/g))
  const parts = [...templates].map((template) => template.split(/\$\{[^}]*\}/))
  return (key) =>
    names.has(key) ||
    parts.some(([head = '', tail = '']) => head + tail !== '' && key.startsWith(head) && key.endsWith(tail))
}

/** The shell of staff pages, and files whose routes are all staff pages. */
function isOfStaff(file: string): boolean {
  if (file === 'apps/web/src/ui/shell/admin-shell.tsx') return true
  if (!file.endsWith('routes.tsx')) return false
  const layouts = [...WEB.read(file).matchAll(/layout: '([a-z-]+)'/g)].map(([, layout]) => layout)
  return layouts.length > 0 && layouts.every((layout) => STAFF_LAYOUTS.some((staff) => staff === layout))
}

function add(code: string | undefined): void {
  if (code === undefined || !/^[a-z]{2}$/.test(code) || isLanguage(code)) {
    console.error('Usage: npm run texts -- add nl (a code of two letters that is not there yet)')
    process.exit(2)
  }
  const locale = new Intl.Locale(code).maximize()
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
    forgetCorrected()
    break
  case 'check':
    check(wanted)
    break
  case 'known':
    refuseUnknown()
    break
  case 'add':
    add(wanted)
    break
  default:
    console.error('Usage: npm run texts [-- check [language] | add language]')
    process.exit(2)
}
