import { sameText } from '#platform/auth/crypto'
import type { ReadContext, WriteContext } from '#platform/context'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { invalid } from '#platform/errors'
import { noteEvents } from './devices.store.ts'
import { findOwners, gateEventIds } from './store.ts'

/** Returns the events that the caller is assigned to. */
export const ownGates = async (ctx: ReadContext): Promise<string[]> =>
  (await gateEventIds(sqlIn(ctx.db), [ctx.caller.id])).get(ctx.caller.id) ?? []

/** Notes the events that a device serves from now on, and tells their boards. */
export const serveEvents = async (
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  deviceId: string,
  eventIds: readonly string[],
): Promise<void> => {
  for (const event_id of await noteEvents(tx, deviceId, eventIds)) publish('staff', 'checkin', { event_id })
}

/** The years that JavaScript and PostgreSQL write alike. A device without a date can say anything. */
const WRITABLE = { from: Date.parse('0001-01-02'), to: Date.parse('9999-12-31') }

export const deviceTime = (given: string | undefined): Date | null => {
  const at = given === undefined ? Number.NaN : Date.parse(given)
  return at >= WRITABLE.from && at < WRITABLE.to ? new Date(at) : null
}

const KEY = 'gate device'

/** Returns the key that proves to be a device. The device gets it when it is registered. */
export const deviceKey = ({ crypto }: Deps, deviceId: string): string => crypto.keyedHash(KEY, deviceId)

/** Refuses a device of another account, unless the request proves to come from it. @throws invalid_input */
export const checkDevice = (
  { caller, deps }: Pick<ReadContext, 'caller' | 'deps'>,
  deviceId: string,
  ownerId: string,
  key?: string,
): void => {
  const isKey = (made: string) => key !== undefined && sameText(key, made)
  if (ownerId === caller.id || deps.crypto.keyedHashes(KEY, deviceId).some(isKey)) return
  throw invalid([{ field: 'device_id', code: 'other_account' }])
}

/**
 * Refuses to scan as a registered device of another account. Other names are free. Returns whether it is a registered one.
 * @throws invalid_input
 */
export const checkScanner = async (ctx: ReadContext, deviceId: string): Promise<boolean> => {
  const owner = (await findOwners(sqlIn(ctx.db), [deviceId])).get(deviceId)
  if (owner !== undefined) checkDevice(ctx, deviceId, owner)
  return owner !== undefined
}
