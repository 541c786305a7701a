import { CLOCKS_DIFFER_MS, guestRoutes, type PaperRow } from '@shiloh/contract/checkin/guests'
import { paperDevice } from '@shiloh/contract/checkin/paper'
import { bind, orchestrates, reads } from '#http/binder'
import { sqlIn } from '#platform/db/sql.store'
import { invalid } from '#platform/errors'
import { findGuests, findNumbers, findPaperPoint, listGuests } from './paper.store.ts'
import { reviewScans } from './review.ts'
import { storeScan } from './scan-batches.ts'
import { findScans } from './store.ts'

/** No list is older than this when its event begins: another year was typed. Milliseconds. */
const OLDEST_LIST_MS = 60 * 86_400_000

export const paperEndpoints = bind(guestRoutes, {
  listGuests: reads((ctx, { params, query }) => listGuests(ctx.db, params.id, query)),
  enterPaper: orchestrates(async (ctx, { params: { id }, body, query }) => {
    const { point_id, direction, participant_ids } = body
    const point = await findPaperPoint(ctx.db, id, point_id)
    if (!point) throw invalid([{ field: 'point_id', code: 'not_found' }])
    if (direction === 'out' && point.rule !== 'in_out' && point.rule !== 'count')
      throw invalid([{ field: 'direction', code: 'not_offered' }])
    const given = new Date(body.at)
    if (given.getTime() > ctx.now.getTime() + CLOCKS_DIFFER_MS) throw invalid([{ field: 'at', code: 'in_future' }])
    if (given.getTime() < Math.min(point.starts_at.getTime(), ctx.now.getTime()) - OLDEST_LIST_MS)
      throw invalid([{ field: 'at', code: 'too_early' }])
    const at = given > ctx.now ? ctx.now : given
    const device = paperDevice(point_id)
    // Who, which way and when: two people who enter one list make the same scans.
    const minute = Math.floor(given.getTime() / 60_000).toString(36)
    const scanIdOf = (participantId: string) => `${participantId}-${direction}-${minute}`
    const guests = await findGuests(ctx.db, id, participant_ids, query)
    const asked = participant_ids.filter((one) => guests.has(one))
    const scanIds = asked.map(scanIdOf)
    const before = await findScans(
      sqlIn(ctx.db),
      scanIds.map((scanId) => ({ deviceId: device, scanId })),
    )
    const stored = new Map(before.map((scan) => [scan.scan_id, scan]))
    const outcomes = await Promise.allSettled(
      asked.map((participantId) =>
        storeScan(ctx.deps, {
          text: '',
          participantId,
          direction,
          scanId: scanIdOf(participantId),
          deviceId: device,
          pointId: point_id,
          scannedAt: at,
          deviceTime: given,
          // They came. What the server knows better is a correction on the board.
          said: 'ok',
          events: [id],
          scannedBy: ctx.caller.id,
          language: ctx.language,
        }),
      ),
    )
    const answers = new Map(asked.map((one, index) => [one, outcomes[index]]))
    const numbers = await findNumbers(ctx.db, device, scanIds)
    const withdrawn = scanIds.flatMap((scanId) =>
      stored.get(scanId)?.withdrawn ? (numbers.get(scanId)?.number ?? []) : [],
    )
    // Somebody took the tick back, and it is on the list after all.
    if (withdrawn.length > 0)
      await ctx.transact((work) => reviewScans(work, id, { act: 'restore', ids: withdrawn, query }))
    return participant_ids.map((participant_id): PaperRow => {
      const nothing = { participant_id, scan: null, result: null, double_entry: null, balance: 0, currency: null }
      const outcome = answers.get(participant_id)
      if (!outcome) return { ...nothing, outcome: 'not_found' }
      if (outcome.status === 'rejected') {
        ctx.deps.log.warn({ err: outcome.reason, participant_id }, 'an entry of a printed list was not stored')
        return { ...nothing, outcome: 'busy' }
      }
      const scanId = scanIdOf(participant_id)
      const number = numbers.get(scanId)
      const { result, double_entry, reservation } = outcome.value
      const was = stored.get(scanId)
      // A withdrawn entry is entered again, even if a colleague had entered it first.
      const isKnown = was ? !was.withdrawn : number?.by !== ctx.caller.id
      return {
        participant_id,
        outcome: isKnown ? 'known' : 'entered',
        scan: number?.number ?? null,
        result,
        double_entry,
        balance: reservation?.balance ?? 0,
        currency: reservation?.currency ?? null,
      }
    })
  }),
})
