import type { TitleKind } from '@shiloh/contract/identity/account'
import { type TitleToConfirm, titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { isAllowed } from '@shiloh/contract/permissions'
import {
  confirmedTitles,
  endTitleAlert,
  findAccount,
  hasAdditional,
  nameOf,
  tellTitleDecision,
  tellTitleOfSpouse,
  updateAccount,
  updateSpouse,
} from '#features/identity'
import { bind, reads, readsLate, writes } from '#http/binder'
import type { WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { momentCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { type LockedTitleClaim, listTitleClaims, lockTitleClaims, type TitleClaimRow } from './titles.store.ts'

const view = ({ id, spouse_id, title_claimed_at, ...row }: TitleClaimRow): TitleToConfirm => {
  const { first_name, last_name, other_names, of_first_name, of_last_name, of_other_names, ...rest } = row
  const owner = { first_name: of_first_name, last_name: of_last_name, other_names: of_other_names }
  return {
    _id: id,
    ...rest,
    name: nameOf({ first_name, last_name, other_names }),
    spouse_of: spouse_id === null ? null : nameOf(owner),
    claimed_at: title_claimed_at?.toISOString() ?? null,
  }
}

interface Claim {
  readonly user_id: string
  readonly spouse_id?: string | undefined
  readonly title_id?: string | undefined
  readonly designation_id?: string | undefined
}

/** Returns whose claim it is: the account, or the person on its spouse list. */
const claimantOf = ({ user_id, spouse_id }: Claim): string => spouse_id ?? user_id

/** Returns which of title and designation still waits and is unchanged since the claim. */
const stillClaimed = (claim: Claim, row: LockedTitleClaim): TitleKind[] =>
  (['title', 'designation'] as const).filter((kind) => row[kind] !== null && row[kind]?._id === claim[`${kind}_id`])

/**
 * Decides each claim that is unchanged since the office saw it. @throws forbidden when an account is denied to the
 * caller, without naming it
 */
const decide = async (
  ctx: WriteContext,
  claims: readonly Claim[],
  act: (row: LockedTitleClaim, kinds: readonly TitleKind[]) => Promise<void>,
) => {
  const byId = new Map(claims.map((claim) => [claimantOf(claim), claim]))
  const rows = await lockTitleClaims(ctx.tx, [...byId.keys()])
  // Whose list a spouse is on is what the database says.
  for (const userId of [...claims, ...rows].map(({ user_id }) => user_id))
    if (!isAllowed(ctx.caller.authorization, 'users.confirm_titles', userId)) throw new AppError('forbidden')
  let decided = 0
  for (const row of rows) {
    const claim = byId.get(row.id)
    const kinds = claim ? stillClaimed(claim, row) : []
    if (kinds.length === 0) continue
    await act(row, kinds)
    decided += 1
    const left = (row.title === null ? 0 : 1) + (row.designation === null ? 0 : 1) - kinds.length
    if (left === 0) await endTitleAlert(ctx, row.id)
  }
  ctx.publish('staff', 'users.changed')
  return { decided, skipped: byId.size - decided }
}

/** Confirms the title of a person on a spouse list, or takes it away for a reason, and tells the owner of the list. */
const decideSpouse = async (ctx: WriteContext, row: LockedTitleClaim, reason: string | null): Promise<void> => {
  if (row.spouse_id === null || row.title === null) return
  const title = row.title
  await updateSpouse(
    ctx.tx,
    ctx.now,
    row.spouse_id,
    reason === null ? { confirmed_title_id: title._id } : { title_id: null },
  )
  await tellTitleOfSpouse(ctx, found(await findAccount(ctx.tx, row.user_id)), nameOf(row), title.name, reason)
  ctx.audit({
    action: reason === null ? 'confirm_titles' : 'decline_titles',
    resource: 'users',
    objectId: row.user_id,
    ...(reason === null
      ? { after: { spouse: nameOf(row), titles: row.own_title } }
      : { before: { spouse: nameOf(row), titles: row.own_title }, after: { reason } }),
  })
}

/** What waits, in the language of the person who hears of the decision. */
const toldNames = (row: LockedTitleClaim, kinds: readonly TitleKind[]): string =>
  kinds.map((kind) => row[kind]?.name ?? '').join(', ')

/** The same in the church's own language, for the audit trail. */
const ownNames = (row: LockedTitleClaim, kinds: readonly TitleKind[]): string =>
  kinds.map((kind) => row[`own_${kind}`] ?? '').join(', ')

export const titleClaimEndpoints = bind(titleClaimRoutes, {
  listTitlesToConfirm: reads(async (ctx, { query }) => {
    const { items, total } = await listTitleClaims(ctx.db, query, ctx.language)
    return { items: items.map(view), total }
  }),
  exportTitlesToConfirm: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'titles-to-confirm',
      columns: {
        name: (row) => row.name,
        spouse_of: (row) => row.spouse_of,
        staff_id: (row) => row.staff_id,
        title: (row) => row.title?.name,
        designation: (row) => row.designation?.name,
        region: (row) => row.region,
        area: (row) => row.area,
        district: (row) => row.district,
        assembly: (row) => row.assembly,
        claimed_at: (row) => momentCell(row.claimed_at),
      },
      rows: eachOf(
        eachPage((page) => listTitleClaims(ctx.db, { ...query, ...page }, ctx.language)),
        view,
      ),
    }),
  ),
  confirmTitles: writes((ctx, { body }) =>
    decide(ctx, body.claims, async (row, kinds) => {
      if (row.spouse_id !== null) return decideSpouse(ctx, row, null)
      const titles = { title_id: row.title?._id, designation_id: row.designation?._id }
      await updateAccount(ctx.tx, ctx.now, row.id, confirmedTitles(kinds, titles, ctx.caller.id, ctx.now))
      await tellTitleDecision(ctx, found(await findAccount(ctx.tx, row.id)), toldNames(row, kinds), null)
      ctx.audit({
        action: 'confirm_titles',
        resource: 'users',
        objectId: row.id,
        after: { titles: ownNames(row, kinds) },
      })
    }),
  ),
  declineTitles: writes((ctx, { body }) =>
    decide(ctx, body.claims, async (row, kinds) => {
      if (row.spouse_id !== null) return decideSpouse(ctx, row, body.reason)
      const account = found(await findAccount(ctx.tx, row.id))
      const left = {
        ...account,
        ...(kinds.includes('title') ? { title_id: null } : {}),
        ...(kinds.includes('designation') ? { designation_id: null } : {}),
      }
      await updateAccount(ctx.tx, ctx.now, row.id, {
        title_id: left.title_id,
        designation_id: left.designation_id,
        has_completed_additional_requirement: hasAdditional(left),
      })
      await tellTitleDecision(ctx, account, toldNames(row, kinds), body.reason)
      ctx.audit({
        action: 'decline_titles',
        resource: 'users',
        objectId: row.id,
        before: { titles: ownNames(row, kinds) },
        after: { reason: body.reason },
      })
    }),
  ),
})
