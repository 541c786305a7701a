import { checkinRoutes, opensInDays, type ScanAnswer } from '@shiloh/contract/checkin/checkin'
import { correctedTime, type Direction } from '@shiloh/contract/checkin/scans'
import type { BodyOf } from '@shiloh/contract/core'
import { bind, orchestrates, reads } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { AppError } from '#platform/errors'
import { checkScanner, deviceTime, ownGates } from './contact.ts'
import { peopleAt } from './people-at.ts'
import { enterScan } from './scan-batches.ts'
import { countersOf, gateEvents, listGate, NOBODY, participantsOf } from './store.ts'

type ManualBody = BodyOf<typeof checkinRoutes.adminCheckIn>

type Timed = Readonly<Pick<BodyOf<typeof checkinRoutes.setCheckIn>, 'scanned_at' | 'sent_at'>>

/** Returns when a scan happened by the server's clock, and by the device's own. */
const timesOf = ({ now }: Pick<ReadContext, 'now'>, { scanned_at, sent_at }: Timed) => ({
  scannedAt: correctedTime(scanned_at, sent_at === undefined ? 0 : now.getTime() - Date.parse(sent_at), now),
  deviceTime: deviceTime(scanned_at),
})

/** Checks in one participant, or everybody of the reservation, without a code. `events` is null for check-in users. */
const byHand = async (
  ctx: ReadContext,
  reservationId: string,
  body: ManualBody,
  direction: Direction,
  events: readonly string[] | null,
): Promise<ScanAnswer[]> => {
  const isDevice = await checkScanner(ctx, body.device_id)
  const party = await participantsOf(ctx.db, reservationId)
  const chosen = body.participant_id ? party.filter(({ id }) => id === body.participant_id) : party
  if (chosen.length === 0 || (events && !chosen.every(({ event_id }) => events.includes(event_id))))
    throw new AppError('not_found')
  const answers: ScanAnswer[] = []
  for (const { id, event_id } of chosen)
    answers.push(
      await enterScan(ctx.deps, {
        isDevice,
        text: '',
        participantId: id,
        direction,
        scanId: body.scan_id ? `${body.scan_id}-${id}` : ctx.deps.random.bytes(12).toString('hex'),
        deviceId: body.device_id,
        pointId: body.point_id ?? null,
        ...timesOf(ctx, body),
        said: body.said ?? null,
        events: events ?? [event_id],
        scannedBy: ctx.caller.id,
        language: ctx.language,
      }),
    )
  return answers
}

export const endpoints = bind(checkinRoutes, {
  listGateEvents: reads(async (ctx) => {
    const events = await gateEvents(ctx.db, ctx.caller.id, ctx.language)
    const countedAt = ctx.deps.clock().toISOString()
    const counters = await countersOf(
      ctx.db,
      events.map(({ id }) => id),
    )
    const people = await Promise.all(
      events.map(async ({ id }) => {
        const { at, people: counted } = peopleAt(ctx.deps, id)
        return { at: new Date(at).toISOString(), points: await counted }
      }),
    )
    return events.map((event, index) => ({
      _id: event.id,
      name: event.name,
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
      time_zone: event.time_zone,
      opens_in_days: opensInDays(event.starts_at, event.time_zone, ctx.now),
      counters: counters.get(event.id) ?? NOBODY,
      counted_at: countedAt,
      points: people[index]?.points ?? [],
      points_counted_at: people[index]?.at ?? countedAt,
    }))
  }),
  listGateReservations: reads(async (ctx, { query }) => {
    const events = await ownGates(ctx)
    const chosen = query.event_id ? events.filter((id) => id === query.event_id) : events
    return listGate(ctx.db, chosen, query, ctx)
  }),
  setCheckIn: orchestrates(async (ctx, { params, body }) =>
    byHand(ctx, params.id, body, body.direction, await ownGates(ctx)),
  ),
  scan: orchestrates(async (ctx, { params, body }) => {
    const isDevice = await checkScanner(ctx, body.device_id)
    return enterScan(ctx.deps, {
      isDevice,
      text: params.id,
      participantId: null,
      direction: body.direction,
      scanId: body.scan_id,
      deviceId: body.device_id,
      pointId: body.point_id ?? null,
      ...timesOf(ctx, body),
      said: body.said ?? null,
      events: null,
      onlyEvent: body.event_id,
      scannedBy: ctx.caller.id,
      language: ctx.language,
    })
  }),
  adminCheckIn: orchestrates((ctx, { params, body }) => byHand(ctx, params.id, body, 'in', null)),
  adminCheckOut: orchestrates((ctx, { params, body }) => byHand(ctx, params.id, body, 'out', null)),
  adminScan: orchestrates(async (ctx, { params, body }) => {
    if (!body.event_id) throw new AppError('invalid_input', { fields: [{ field: 'event_id', code: 'required' }] })
    const isDevice = await checkScanner(ctx, body.device_id)
    return enterScan(ctx.deps, {
      isDevice,
      text: params.id,
      participantId: null,
      direction: body.direction,
      scanId: body.scan_id,
      deviceId: body.device_id,
      pointId: body.point_id ?? null,
      ...timesOf(ctx, body),
      said: body.said ?? null,
      events: [body.event_id],
      scannedBy: ctx.caller.id,
      language: ctx.language,
    })
  }),
})
