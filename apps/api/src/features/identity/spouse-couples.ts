import type { WriteContext } from '#platform/context'
import { AppError } from '#platform/errors'
import type { AccountRow } from './accounts.store.ts'
import { followersOf } from './followers.ts'
import { claimPlaces, linkedSpouse, lockSpouses, setLink } from './spouse-links.store.ts'
import { hintCouple } from './spouse-unlink.ts'
import { insertSpouse } from './spouses.store.ts'
import { followTitleOfSpouse } from './titles.ts'

const OTHER = { male: 'female', female: 'male' } as const

interface Side {
  readonly account: AccountRow
  /** The person of their spouse list who is the other one. Otherwise a new one. */
  readonly spouseId?: string | undefined
}

/** Returns the entry of a spouse list that is to be this account, if there is one. */
const entryOf = async (
  ctx: WriteContext,
  { account, spouseId }: Side,
  other: AccountRow,
): Promise<string | undefined> => (await linkedSpouse(ctx.tx, account.id, other.id))?.id ?? spouseId

const makeEntry = (ctx: WriteContext, { account }: Side, other: AccountRow): Promise<string> =>
  insertSpouse(ctx.tx, ctx.now, account.id, {
    first_name: other.first_name,
    last_name: other.last_name,
    other_names: other.other_names,
    gender: other.gender ?? OTHER[account.gender ?? 'male'],
    birth_date: null,
    phone: null,
    email: null,
    title_id: other.title_waits ? null : other.title_id,
  })

/**
 * Locks what linking two accounts changes, in the global order: quotas and reservations of the people of their spouse lists, then both
 * accounts, then the people. Nothing may be written or locked before it in the transaction: a row for an account, or a request or an
 * invitation, comes after the account, as in an erasure. Returns what links them.
 *
 * The link is on both spouse lists, and gives each the live places that the other holds for them.
 * @throws stale when they were just given a place
 */
export const lockCouple = async (ctx: WriteContext, one: Side, two: Side): Promise<() => Promise<void>> => {
  const couple = [one.account.id, two.account.id]
  const [mine, theirs] = [await entryOf(ctx, one, two.account), await entryOf(ctx, two, one.account)]
  const known = [mine, theirs].flatMap((id) => id ?? [])
  const settle = await followersOf(ctx).beforeLink(ctx, known, couple)
  await lockSpouses(ctx.tx, known, couple)
  return async () => {
    const entries = [
      mine ?? (await makeEntry(ctx, one, two.account)),
      theirs ?? (await makeEntry(ctx, two, one.account)),
    ] as const
    await setLink(ctx.tx, ctx.now, entries[0], two.account.id)
    await setLink(ctx.tx, ctx.now, entries[1], one.account.id)
    const twice = [
      ...(await claimPlaces(ctx.tx, entries[0], two.account.id, ctx.now)),
      ...(await claimPlaces(ctx.tx, entries[1], one.account.id, ctx.now)),
    ]
    if (twice.length > 0) throw new AppError('reserved_twice', { data: { places: twice } })
    await settle()
    // The link asks the office again about a title, unless the account answers for it.
    for (const entry of entries) await followTitleOfSpouse(ctx, entry)
    hintCouple(ctx, couple)
    ctx.audit({
      action: 'link_spouse',
      resource: 'users',
      objectId: one.account.id,
      after: { linked_user_id: two.account.id },
    })
  }
}
