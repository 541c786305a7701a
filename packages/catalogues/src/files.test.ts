import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@shiloh/contract/core'
import { expect, it } from 'vitest'
import { AREAS, catalogueFile, translationsIn } from './files.ts'
import { readPo } from './po.ts'

it.each(LANGUAGES.filter((language) => language !== 'en'))('reads the catalogues of %s as the tools do', (language) => {
  for (const area of AREAS) {
    const file = readFileSync(catalogueFile(language, area), 'utf8')
    const entries = readPo(file).entries.filter(({ translation, fuzzy }) => translation !== '' && !fuzzy)
    expect(translationsIn(file)).toEqual(entries.map(({ id, translation }) => [id, translation]))
    expect(entries.length).toBeGreaterThan(0)
  }
})

it('reads folded strings, and leaves out what is fuzzy, missing or obsolete', () => {
  const entry = (id: string, translation: string, flags = '') =>
    `${flags}msgctxt "${id}"\nmsgid "x"\nmsgstr ${translation}\n\n`
  const file = [
    entry('a.folded', '""\n"Zeile \\"eins\\"\\n"\n"zwei"'),
    entry('a.fuzzy', '"Alt"', '#, fuzzy, icu-message-format\n'),
    entry('a.missing', '""'),
    '#~ msgctxt "a.old"\n#~ msgid "x"\n#~ msgstr "Alt"\n',
  ].join('')
  expect(translationsIn(file)).toEqual([['a.folded', 'Zeile "eins"\nzwei']])
})
