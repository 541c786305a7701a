import { describe, expect, it } from 'vitest'
import { deviceIdOf, placeOf, readDevice, saveDevice } from './device.ts'

function memory(kept?: string) {
  let value = kept ?? null
  return {
    getItem: () => value,
    setItem: (_key: string, next: string) => {
      value = next
    },
  }
}

/** The device ids that the contract accepts. */
const wire = /^[A-Za-z0-9 ._-]{1,64}$/

describe('a device', () => {
  it('keeps the key it got the first time, and the name it was given', () => {
    const storage = memory()
    const first = readDevice(storage)
    expect(first.name).toBe('')
    expect(readDevice(storage)).toEqual(first)
    saveDevice({ ...first, name: 'Main gate' }, storage)
    expect(readDevice(storage)).toEqual({ key: first.key, name: 'Main gate' })
  })

  it('starts again where what is stored is not its own', () => {
    for (const kept of ['{', '{"key":"?","name":""}', '[]'])
      expect(readDevice(memory(kept)).key).toMatch(/^[a-z0-9]{6}$/)
  })

  it('signs with a name that the wire can spell, and is called by it elsewhere', () => {
    const names: readonly (readonly [string, string])[] = [
      ['Main gate', 'Main gate'],
      ['Haupteingang Süd', 'Haupteingang Sud'],
      ['Portão 2.', 'Portao 2'],
      ['Ɔsu / Ŋmɛ', 'Osu Nme'],
      ['x'.repeat(40), 'x'.repeat(40)],
    ]
    for (const [name, place] of names) {
      const id = deviceIdOf({ key: 'abc234', name })
      expect(id).toMatch(wire)
      expect(placeOf(id)).toBe(place)
    }
  })

  it('is nowhere in particular without a name that can be spelled', () => {
    for (const name of ['', '   ', '门']) {
      expect(deviceIdOf({ key: 'abc234', name })).toBe('abc234')
      expect(placeOf('abc234')).toBe('')
    }
  })

  it('leaves the names of other devices as they are', () => {
    expect(placeOf('desk')).toBe('desk')
    expect(placeOf('gate-1')).toBe('gate-1')
    expect(placeOf('')).toBe('')
  })
})
