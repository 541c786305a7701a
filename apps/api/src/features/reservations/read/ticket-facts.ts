import type { Language } from '@shiloh/contract/core'
import { coverSvg } from '@shiloh/contract/events/covers'
import { mapUrl } from '@shiloh/contract/events/maps'
import { refundRule } from '@shiloh/contract/reservations/quote'
import { z } from 'zod'
import type { Queryable } from '#platform/db/db'
import type { Deps } from '#platform/deps'
import { pngOf, rasterOf } from '#platform/files/raster'
import { findBirthDates, findTicketFacts } from '../people/people.store.ts'

/** The band of the event's picture: pixels, for a page of 595 points and a mail of 600 pixels. */
const BAND = { width: 1200, height: 240 }
/** Pixels: twice as high as it is printed. */
const LOGO_HEIGHT = 120

/** Returns what a ticket says beside its reservation, in the language of its reader, with the pictures. */
export const ticketFacts = async (deps: Deps, db: Queryable, eventId: string, language: Language) => {
  const { picture_key, logo_key, latitude, longitude, refund_rules, ...facts } = await findTicketFacts(
    db,
    eventId,
    language,
  )
  const [band, logo] = await Promise.all([
    rasterOf(deps.files, { storageKey: picture_key, drawn: coverSvg(eventId), ...BAND }),
    logo_key === null ? null : pngOf(deps.files, logo_key, LOGO_HEIGHT),
  ])
  const position = latitude === null || longitude === null ? null : { latitude, longitude }
  return {
    ...facts,
    map_url: mapUrl(position, facts.address),
    refund_rules: z.array(refundRule).parse(refund_rules),
    band,
    logo,
  }
}
export type TicketFacts = Awaited<ReturnType<typeof ticketFacts>>

/** Returns what a letter of invitation says beside its reservation: the organisation, the address and the birth dates. */
export const letterFacts = async (
  deps: Deps,
  db: Queryable,
  { _id, event_id }: { readonly _id: string; readonly event_id: string },
  language: Language,
) => {
  const { logo_key, organisation, address } = await findTicketFacts(db, event_id, language)
  return {
    organisation,
    address,
    logo: logo_key === null ? null : await pngOf(deps.files, logo_key, LOGO_HEIGHT),
    births: await findBirthDates(db, _id),
  }
}
export type LetterFacts = Awaited<ReturnType<typeof letterFacts>>
