import { readClientGroup, readSettings } from '#features/organisation'
import type { Queryable } from '#platform/db/db'

/** Returns what parts of SMS cost by the settings of now, in minor units. Null where no price is set. */
export const priceOfParts = async (
  db: Queryable,
  parts: number,
): Promise<{ readonly amount: number; readonly currency: string } | null> => {
  const { sms_part_price } = (await readSettings(db)).message_settings
  if (sms_part_price === null) return null
  const { currency } = await readClientGroup(db)
  return { amount: parts * sms_part_price, currency }
}
