import { z } from 'zod'

/** The identity of this device: its own random key, and the name that people gave it. */
const deviceSchema = z.object({ key: z.string().regex(/^[a-z0-9]{6}$/), name: z.string().max(40) })
export type Device = z.output<typeof deviceSchema>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>
const storageKey = 'gate:device'
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Returns the stored device. A new device gets its key now and keeps it. */
export function readDevice(storage: Storage = localStorage): Device {
  try {
    const stored = deviceSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'))
    if (stored.success) return stored.data
  } catch {
    // The stored value is unreadable: the device gets a new key.
  }
  const device = { key: newKey(), name: '' }
  saveDevice(device, storage)
  return device
}

export function saveDevice(device: Device, storage: Storage = localStorage): void {
  try {
    storage.setItem(storageKey, JSON.stringify(device))
  } catch {
    // Without storage, the key lasts as long as the page.
  }
}

/** Letters that no Unicode decomposition turns into Latin ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ŋ: 'n',
  Ŋ: 'N',
  ɖ: 'd',
  Ɖ: 'D',
  ƒ: 'f',
  Ƒ: 'F',
  ɣ: 'g',
  Ɣ: 'G',
  ʋ: 'v',
  Ʋ: 'V',
  ß: 'ss',
}

/** Returns the id that signs the device's scans: the encodable part of its name, and its key. */
export function deviceIdOf({ key, name }: Device): string {
  const plain = Array.from(name, (letter) => plainLetters[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 _-]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? key : `${plain}.${key}`
}

/** Returns the name in a device id, or an empty string if it has none. */
export function placeOf(deviceId: string): string {
  const [name, key] = deviceId.split('.')
  if (name && key) return name
  // A key alone means nothing to people.
  return /^[a-z0-9]{6}$/.test(deviceId) ? '' : deviceId
}
