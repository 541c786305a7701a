import { NAMESPACE, type Texts } from '@shiloh/contract/core'
import { expect, it } from 'vitest'

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null && NAMESPACE in value

/** The browser's build keeps only the namespace, so a text of another one would be shown as its id. */
it('all texts of one object have its namespace', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../**/*texts.ts', { eager: true })
  const found = Object.entries(modules).flatMap(([file, exports]) =>
    Object.values(exports)
      .filter(isTexts)
      .map((texts) => ({ file, texts })),
  )
  const strange = found.flatMap(({ file, texts }) =>
    Object.values(texts)
      .filter(({ id }) => !id.startsWith(`${texts[NAMESPACE]}.`))
      .map(({ id }) => `${file}: ${id}`),
  )
  expect(strange).toEqual([])
  expect(found.length).toBeGreaterThan(50)
})
