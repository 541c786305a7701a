import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { asAdmin } from './staff.ts'

const made = z.object({ data: z.object({ _id: z.string() }) })
const picked = z.object({ data: z.array(z.object({ _id: z.string() })) })

const offer = z.object({
  data: z.object({
    participant_types: z.array(z.object({ _id: z.string() })),
    accommodations: z.array(
      z.object({ room_category_id: z.string(), check_in_from: z.string(), check_out_until: z.string() }),
    ),
  }),
})
const reserved = z.object({ data: z.object({ _id: z.string(), code: z.string() }) })

/** Two blocks with three rooms of two beds each, an event of three nights there, and these people without a bed. */
export async function makeLodging(
  request: APIRequestContext,
  mark: string,
  people: readonly { readonly first_name: string; readonly gender: 'male' | 'female' }[],
): Promise<{ readonly eventId: string }> {
  const headers = await asAdmin(request)
  const post = async (path: string, data: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = await request.post(`/api/v1${path}`, { headers, data })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
    return made.parse(await answer.json()).data._id
  }
  const center = await post('/admin/event-centers', { name: `Board center ${mark}` })
  const category = await post('/admin/room-category', { name: `Board standard ${mark}` })
  for (const name of ['Hope', 'Peace']) {
    const block = await post('/admin/event-blocks', { event_center_id: center, name })
    for (const number of [1, 2, 3])
      await post('/admin/event-rooms', {
        event_block_id: block,
        room_category_id: category,
        name: `${name.charAt(0)}${number}`,
        floor: number - 1,
        beds: 2,
      })
  }
  const types = await request.get('/api/v1/admin/participant-types/query', { headers })
  const type = picked.parse(await types.json()).data[0]?._id ?? ''
  const eventId = await post('/admin/events', {
    name: `Board event ${mark}`,
    starts_at: '2027-08-10T09:00:00Z',
    ends_at: '2027-08-13T12:00:00Z',
    event_center_id: center,
    participant_types: [{ participant_type_id: type, price: 0 }],
    accommodations: [
      { room_category_id: category, price_per_night: 0, check_in_from: '2027-08-10', check_out_until: '2027-08-13' },
    ],
  })
  const published = await request.put(`/api/v1/admin/events/${eventId}/publish`, { headers, data: {} })
  expect(published.ok(), await published.text()).toBe(true)
  for (const { first_name, gender } of people)
    await post(`/admin/reservations/${eventId}`, {
      person: { first_name, last_name: 'Boateng', gender },
      participant_type_id: type,
      accommodation: { room_category_id: category, check_in: '2027-08-10', check_out: '2027-08-13' },
    })
  return { eventId }
}

/** Reserves all nights of an event for a member. `more` are other parts of the wish. */
export async function reserveNights(
  request: APIRequestContext,
  eventId: string,
  headers: Record<string, string>,
  more: Readonly<Record<string, unknown>> = {},
) {
  const read = await request.get(`/api/v1/user/events/${eventId}`, { headers })
  const { participant_types, accommodations } = offer.parse(await read.json()).data
  const [stay] = accommodations
  const answer = await request.post(`/api/v1/user/reservations/${eventId}`, {
    headers,
    data: {
      participant_type_id: participant_types[0]?._id,
      accommodation: {
        room_category_id: stay?.room_category_id,
        check_in: stay?.check_in_from,
        check_out: stay?.check_out_until,
      },
      ...more,
    },
  })
  return reserved.parse(await answer.json()).data
}
