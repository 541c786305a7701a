import { expect, it } from 'vitest'
import { headersOf, readPo, writePo } from './po.ts'
import { textsIn } from './source.ts'
import { entriesOf, inStep } from './sync.ts'

const text = (id: string, english: string, translation = '') => ({
  id,
  english,
  translation,
  reference: 'a.ts',
  fuzzy: false,
})

it('adds what is new without a translation, and drops what is gone', () => {
  const present = [text('staff/a.save', 'Save', 'Speichern'), text('staff/a.old', 'Old', 'Alt')]
  const wanted = [text('staff/a.save', 'Save'), text('staff/a.new', 'New')]
  expect(inStep('de', wanted, present)).toEqual([text('staff/a.save', 'Save', 'Speichern'), text('staff/a.new', 'New')])
})

it('keeps a translation whose English changed, as fuzzy, with the English that it was made from', () => {
  const [changed] = inStep('de', [text('staff/a.save', 'Save it')], [text('staff/a.save', 'Save', 'Speichern')])
  expect(changed).toMatchObject({ translation: 'Speichern', fuzzy: true, previous: 'Save' })
  const [again] = inStep('de', [text('staff/a.save', 'Save all')], changed ? [changed] : [])
  expect(again).toMatchObject({ english: 'Save all', fuzzy: true, previous: 'Save' })
  const [back] = inStep('de', [text('staff/a.save', 'Save')], again ? [again] : [])
  expect(back).toEqual(text('staff/a.save', 'Save', 'Speichern'))
})

it('takes a translation along to another namespace', () => {
  const present = [text('staff/a.save', 'Save', 'Speichern')]
  expect(inStep('de', [text('member/b.save', 'Save')], present)).toEqual([text('member/b.save', 'Save', 'Speichern')])
})

it('sets the narrow spaces of French', () => {
  const present = [text('staff/a.q', 'Really?', 'Vraiment ? « oui »')]
  const [spaced] = inStep('fr', [text('staff/a.q', 'Really?')], present)
  expect(spaced?.translation).toBe('Vraiment\u202F? «\u202Foui\u202F»')
})

it('reads what it has written, and writes it the same', () => {
  const entries = [
    { ...text('staff/a.two', 'Say "two"\tor {n}', 'Zwei\nZeilen \\ „ja“'), fuzzy: true, previous: 'Say "one"' },
    { ...text('staff/a.one', 'One', ''), note: 'A number.' },
  ]
  const file = writePo({ headers: headersOf('pt', 'pt-PT'), entries })
  expect(file).toContain('"Language: pt_PT\\n"')
  expect(file).toContain('#, fuzzy, icu-message-format\n#| msgid "Say \\"one\\""\nmsgctxt "staff/a.two"')
  const read = readPo(file)
  expect(read.entries).toEqual([entries[1], entries[0]])
  expect(writePo(read)).toBe(file)
})

it('finds the texts of a source file, and refuses what no tool could read', () => {
  const source = `const texts = defineTexts('staff/a', { save: 'Save', "it": 'It\\u2019s' })`
  const found = textsIn('a.ts', source)
  expect(
    entriesOf(
      'staff',
      found.map((one) => ({ ...one, file: 'a.ts' })),
    ),
  ).toEqual([text('staff/a.save', 'Save'), text('staff/a.it', 'It’s')])
  expect(() => textsIn('a.ts', `defineTexts(name, {})`)).toThrow('a.ts:1: the namespace of texts is a literal')
  expect(() => textsIn('a.ts', 'defineTexts("staff/a", {\n one: other })')).toThrow(
    'a.ts:2: a text is a string literal',
  )
})
