import { type BadgePrint, badgeRoutes, MOST_BADGES, PRINT_PLACES } from '@shiloh/contract/badges/badges'
import { BADGE_LAYOUTS } from '@shiloh/contract/badges/layouts'
import { readScannedCode } from '@shiloh/contract/checkin/checkin'
import type { BodyOf } from '@shiloh/contract/core'
import { ownGates } from '#features/checkin'
import { insertExport } from '#features/exports'
import { bind, reads, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import type { WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import * as store from './badges.store.ts'
import { type BadgeWork, chosenBy, withQr } from './choose.ts'
import { sortBadges } from './sort.rules.ts'
import { badgeOf, badgeWords } from './words.ts'

/** Persons that are read to show the first card. */
const EXAMPLES = 40

const oneOf = <const T extends readonly string[]>(values: T, text: string): T[number] => {
  const known = values.find((value) => value === text)
  if (known === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return known
}

/** A device's clock can be off: a print is not in the future, and not older than a shift. Milliseconds. */
const LONGEST_OFFLINE = 48 * 3_600_000

/** Returns whom a gate means. A false code does not become a true one on a badge. @throws not_found */
const namedBy = (
  { deps }: Pick<WriteContext, 'deps'>,
  { participant_id, code = '' }: Pick<BodyOf<typeof badgeRoutes.printAtGate>, 'participant_id' | 'code'>,
): store.GateName => {
  if (participant_id !== undefined) return { id: participant_id }
  const scanned = readScannedCode(code)
  if (scanned.kind === 'qr' && !deps.crypto.verifySignature(scanned.qrId, scanned.signature ?? ''))
    throw new AppError('not_found')
  return scanned
}

export const endpoints = bind(badgeRoutes, {
  previewBadges: reads(async (ctx, { body }) => {
    const chosen = chosenBy(body, ctx.caller, ctx.now)
    const [counts, rows] = await Promise.all([
      store.countBadges(ctx.db, chosen, body),
      store.listBadges(ctx.db, chosen, EXAMPLES, ctx.language),
    ])
    const [first] = rows
    const cards = sortBadges(rows, body.layout, ctx.language, body.covers).flatMap((district) => district.cards)
    // A person with room and meals shows what a badge can show, and two persons what a card for two is.
    const fullness = (card: (typeof cards)[number]) =>
      4 * card.length + (card[0]?.room ? 2 : 0) + (card[0]?.caterer ? 1 : 0)
    const card = cards.reduce<(typeof cards)[number]>(
      (best, one) => (fullness(one) > fullness(best) ? one : best),
      cards[0] ?? [],
    )
    const say = badgeWords(ctx.language)
    return {
      ...counts,
      sample: card.map((row) => {
        const { qr } = withQr(ctx.deps, row)
        return { ...badgeOf(row, row.printed + 1, say), qr }
      }),
      usual: first ? await store.findUsual(ctx.db, first.event_id) : null,
    }
  }),
  printBadges: writes(async (ctx, { body }) => {
    const { tx, now, caller, language } = ctx
    const participants = await store.listIds(tx, chosenBy(body, caller, now), MOST_BADGES + 1)
    const persons = participants.length
    if (persons === 0) throw invalid([{ field: 'filter', code: 'not_found' }])
    if (persons > MOST_BADGES) throw invalid([{ field: 'filter', code: 'too_big' }])
    const { layout, paper, proof, also_pending, filter } = body
    const covers = body.covers && persons > 1
    const kept: BadgeWork = { participants, layout, paper, covers, proof, also_pending }
    const activity_id = await startActivity(ctx, {
      kind: 'badges',
      about: { layout, ...(filter.event_id && { event_id: filter.event_id }) },
      ownerId: caller.id,
      total: persons,
      acts: ['stop'],
      task: 'print_badges',
    })
    await insertExport(tx, {
      activity_id,
      user_id: caller.id,
      address: badgeRoutes.printBadges.path,
      body: kept,
      language,
      permission: 'reservations.print_badges',
    })
    ctx.audit({
      action: 'print_badges',
      resource: 'reservations',
      objectId: activity_id,
      after: { layout, persons, ...(proof && { proof }) },
    })
    return { activity_id, total: persons }
  }),
  listBadgePrints: reads(async (ctx, { params }) =>
    (await store.listPrints(ctx.db, params.id)).map(
      ({ id, layout, place, at, ...print }): BadgePrint => ({
        ...print,
        _id: id,
        layout: oneOf(BADGE_LAYOUTS, layout),
        place: oneOf(PRINT_PLACES, place),
        at: at.toISOString(),
      }),
    ),
  ),
  printAtGate: writes(async (ctx, { body }) => {
    const { event_id, print_id, layout, printed_at } = body
    if (!(await ownGates(ctx)).includes(event_id)) throw new AppError('not_found')
    const row = found(await store.findBadge(ctx.tx, event_id, namedBy(ctx, body), ctx.language))
    if (row.status !== 'active' && row.status !== 'redeemed') throw new AppError('illegal_transition')
    const given = printed_at === undefined ? ctx.now.getTime() : Date.parse(printed_at)
    const at = new Date(Math.max(Math.min(given, ctx.now.getTime()), ctx.now.getTime() - LONGEST_OFFLINE))
    await store.lockPerson(ctx.tx, row.participant_id)
    const isNew = await store.insertPrints(ctx.tx, [row.participant_id], {
      printId: print_id,
      layout,
      place: 'gate',
      by: ctx.caller.id,
      at,
    })
    if (isNew > 0)
      ctx.audit({
        action: 'print_badge',
        resource: 'reservations',
        objectId: row.reservation_id,
        after: { participant_id: row.participant_id, layout },
      })
    const number = (await store.findNumber(ctx.tx, row.participant_id, print_id)) ?? row.printed + 1
    return { ...badgeOf(row, number, badgeWords(ctx.language)), qr: withQr(ctx.deps, row).qr }
  }),
})
