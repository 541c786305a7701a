import { MOST_FOUND } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import { type Found, type SearchType, searchPermission, searchRoutes } from '@shiloh/contract/search'
import { inLanguage } from '@shiloh/contract/text/translations'
import { findPeople } from '#features/authorization'
import { pickCaterers, pickOptions, pickProducts, pickSpeakers, pickTypes } from '#features/catalogue'
import { findEvents } from '#features/events'
import { pickForms } from '#features/forms'
import { designationsByRank, enabledCountries, pickUnits, titlesByRank } from '#features/organisation'
import { findRooms, pickBlocks, pickCategories, pickCenters } from '#features/venues'
import { bind, reads } from '#http/binder'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { AppError } from '#platform/errors'

interface Query {
  readonly search?: string | undefined
}
type Row = Pick<Found, '_id' | 'name'> & Partial<Found>

const named = ({ id, name }: { readonly id: string; readonly name: string }): Row => ({ _id: id, name })

/** How each type is searched: as its own list is. */
const FINDERS: { readonly [T in SearchType]: (ctx: ReadContext, query: Query) => Promise<readonly Row[]> } = {
  users: async ({ db }, query) =>
    (await findPeople(db, query, MOST_FOUND)).map(({ id, first_name, last_name, phone, assembly }) => ({
      _id: id,
      name: `${first_name} ${last_name}`,
      phone,
      place: assembly,
    })),
  events: async ({ db, now, language }, query) =>
    (await findEvents(db, now, language, query, MOST_FOUND)).map(
      ({ _id, name, place, starts_at, ends_at, ...event }) => ({
        _id,
        name,
        place,
        event: { ...event, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
      }),
    ),
  event_rooms: ({ db }, query) => findRooms(db, query, MOST_FOUND),
  event_blocks: ({ db }, query) => pickBlocks(db, query),
  event_centers: ({ db }, query) => pickCenters(db, query),
  room_categories: ({ db, language }, { search }) => pickCategories(db, language, search),
  event_forms: ({ db }, { search }) => pickForms(db, search),
  speakers: ({ db, language }, { search }) => pickSpeakers(db, language, search),
  caterers: ({ db }, { search }) => pickCaterers(db, search),
  products: ({ db, language }, { search }) => pickProducts(db, language, search),
  product_options: ({ db, language }, query) => pickOptions(db, language, query),
  participant_types: ({ db, language }, { search }) => pickTypes(db, 'participant_types', language, search),
  committee_types: ({ db, language }, { search }) => pickTypes(db, 'committee_types', language, search),
  titles: async ({ db, language }, query) =>
    (await titlesByRank(db, query)).map((row) => named(inLanguage(row, language))),
  designations: async ({ db, language }, query) =>
    (await designationsByRank(db, query)).map((row) => named(inLanguage(row, language))),
  countries: async ({ db }, { search }) => (await enabledCountries(db, search)).map(named),
  church_map: async ({ db }, query) =>
    (await pickUnits(db, query)).map(({ id, name, parent_name }) => ({ _id: id, name, place: parent_name })),
}

export const endpoints = bind(searchRoutes, {
  /** @throws forbidden without the permission to read the type */
  autocomplete: reads(async (ctx, { params: { type }, query: { search } }) => {
    const { authorization } = ctx.caller
    const permission = searchPermission(type)
    if (!isAllowed(authorization, permission)) throw new AppError('forbidden')
    // The route has no permission of its own, so it is the type's that decides what is hidden.
    const hidden = hiddenFrom(authorization, permission)
    const query: Query = { search }
    hideIn(query, hidden)
    const rows = await FINDERS[type](ctx, query)
    const ids = new Set(hidden?.own)
    return rows
      .filter(({ _id }) => !ids.has(_id))
      .slice(0, MOST_FOUND)
      .map((row) => ({ phone: null, place: null, event: null, ...row }))
  }),
})
