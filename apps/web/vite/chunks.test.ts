import { describe, expect, it } from 'vitest'
import { type BuiltChunk, mergedParts, planChunks } from './chunks.ts'

const part = (name: string, size: number, ...pages: number[]) => ({
  modules: [name],
  size,
  pages: pages.reduce((bits, page) => bits | (1n << BigInt(page)), 0n),
})
const groups = (parts: Parameters<typeof mergedParts>[0]) =>
  mergedParts(parts)
    .map(({ modules }) => [...modules].sort())
    .sort()

describe('mergedParts', () => {
  it('makes one file of what the same pages need', () => {
    expect(groups([part('button', 2000, 0, 1, 2), part('field', 3000, 0, 1, 2), part('icon', 100, 0, 1)])).toEqual([
      ['button', 'field', 'icon'],
    ])
  })

  it('leaves apart what most pages would load in vain', () => {
    const everywhere = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(groups([part('button', 2000, ...everywhere), part('chart', 90_000, 3)])).toEqual([['button'], ['chart']])
    expect(groups([part('office', 500, 0, 1), part('gate', 500, 2, 3)])).toEqual([['gate'], ['office']])
  })

  it('brings no page what only others need', () => {
    const big = part('dialog', 90_000, 0)
    const small = [part('card', 500, 0, 1), { ...part('pay', 500, 0), needs: 1n << 2n }, big]
    expect(groups(small)).toEqual([['card'], ['dialog', 'pay']])
  })

  it('spares a page that is opened on a phone what the others need', () => {
    const parts = [part('list', 20_000, 1, 2, 3, 4, 5), part('card', 500, 0, 1, 2, 3, 4, 5)]
    expect(groups(parts)).toEqual([['card', 'list']])
    expect(mergedParts(parts, 1n)).toHaveLength(2)
  })

  it('loses no module and counts each once, whatever the parts are', () => {
    const parts = Array.from({ length: 40 }, (_, at) =>
      part(`m${at}`, (at * 7919) % 60_000, ...[at % 3, at % 7, at % 11, at % 13]),
    )
    expect(groups(parts).flat().sort()).toEqual(parts.flatMap(({ modules }) => modules).sort())
  })
})

const chunk = (fileName: string, of: Partial<BuiltChunk>): BuiltChunk => ({
  fileName,
  isEntry: false,
  imports: [],
  dynamicImports: [],
  moduleIds: [`${fileName}.ts`],
  code: 'x'.repeat(1000),
  ...of,
})

describe('planChunks', () => {
  it('keeps the entry together, the pages apart, and merges what pages share', () => {
    const plan = planChunks([
      chunk('main', { isEntry: true, imports: ['router'], dynamicImports: ['home', 'login'] }),
      chunk('router', {}),
      chunk('home', { imports: ['button', 'card'] }),
      chunk('login', { imports: ['button', 'card'] }),
      chunk('button', {}),
      chunk('card', {}),
    ])
    expect(plan.get('main.ts')).toBe('app')
    expect(plan.get('router.ts')).toBe('app')
    expect(plan.get('button.ts')).toBe(plan.get('card.ts'))
    expect(plan.get('button.ts')).toMatch(/^shared-/)
    expect(plan.has('home.ts')).toBe(false)
    expect(plan.has('login.ts')).toBe(false)
  })

  it('keeps a chunk apart that is loaded later, also if pages need it at once', () => {
    const plan = planChunks([
      chunk('main', { isEntry: true, dynamicImports: ['gate', 'checkin'] }),
      chunk('gate', { imports: ['checkin', 'camera'] }),
      chunk('checkin', { imports: ['camera'] }),
      chunk('camera', {}),
    ])
    expect(plan.has('checkin.ts')).toBe(false)
    expect(plan.has('camera.ts')).toBe(true)
  })
})
