import { GENDERS } from '@shiloh/contract/identity/account'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { z } from 'zod'
import { type Handlers, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { phoneField } from '#platform/text/phone'
import { nameOf } from './account-view.ts'
import { findAccount, holdAccount } from './accounts.store.ts'
import { birthDateProblems, newTitles } from './rules.ts'
import { unlink } from './spouse-unlink.ts'
import {
  findSpouse,
  insertSpouse,
  listSpouses,
  removeSpouse,
  type SpouseRow,
  spouseIsReserved,
  updateSpouse,
} from './spouses.store.ts'
import { followTitleOfSpouse } from './titles.ts'

const gender = z.enum(GENDERS)

const spouseView = ({
  id,
  gender: text,
  created_at,
  invited_to,
  invited_at,
  invited_until,
  linked_user_id,
  ...rest
}: SpouseRow) => ({
  _id: id,
  ...rest,
  name: nameOf(rest),
  gender: gender.parse(text),
  // The account itself is the business of its owner and the office.
  linked: linked_user_id !== null,
  // The same for every owner of that address, and for every answer except acceptance.
  invitation:
    invited_to === null || invited_at === null || invited_until === null
      ? null
      : { sent_to: invited_to, created_at: invited_at.toISOString(), expires_at: invited_until.toISOString() },
  created_at: created_at.toISOString(),
})

/** Returns a person of the caller's spouse list, with the account that is linked. @throws not_found */
export const ownSpouseRow = async (ctx: ReadContext, id: string): Promise<SpouseRow> =>
  found(await findSpouse(ctx.db, ctx.caller.id, id, ctx.now))

/** Returns a person of the caller's spouse list. @throws not_found */
export const ownSpouse = async (ctx: ReadContext, id: string) => spouseView(await ownSpouseRow(ctx, id))

const checkBirthDate = (ctx: ReadContext, birthDate: string | null | undefined) => {
  const problems = birthDateProblems(birthDate, ctx.now.toISOString().slice(0, 10))
  if (problems.length > 0) throw invalid(problems)
}

const ownCountry = async (ctx: ReadContext): Promise<string> =>
  found(await findAccount(ctx.db, ctx.caller.id)).country_code

type Names = 'listSpouses' | 'createSpouse' | 'updateSpouse' | 'removeSpouse'

export const spouseHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  listSpouses: reads(async (ctx) => (await listSpouses(ctx.db, ctx.caller.id, ctx.now)).map(spouseView)),
  createSpouse: writes(async (ctx, { body }) => {
    checkBirthDate(ctx, body.birth_date)
    const id = await insertSpouse(ctx.tx, ctx.now, ctx.caller.id, {
      first_name: body.first_name,
      last_name: body.last_name,
      other_names: body.other_names ?? null,
      gender: body.gender,
      birth_date: body.birth_date ?? null,
      phone: body.phone ? phoneField(body.phone, await ownCountry(ctx)) : null,
      email: body.email ?? null,
      title_id: body.title_id ?? null,
      title_claimed_at: body.title_id ? ctx.now : null,
    })
    await followTitleOfSpouse(ctx, id)
    return ownSpouse(ctx, id)
  }),
  updateSpouse: writes(async (ctx, { params, body }) => {
    if (!(await holdAccount(ctx.tx, ctx.caller.id))) throw new AppError('not_signed_in')
    const before = await ownSpouse(ctx, params.id)
    checkBirthDate(ctx, body.birth_date)
    await updateSpouse(ctx.tx, ctx.now, params.id, {
      ...body,
      phone: body.phone ? phoneField(body.phone, await ownCountry(ctx)) : body.phone,
      ...(newTitles(body, before).length > 0 ? { title_claimed_at: ctx.now } : {}),
    })
    await followTitleOfSpouse(ctx, params.id)
    return ownSpouse(ctx, params.id)
  }),
  removeSpouse: writes(async (ctx, { params }) => {
    const spouse = await ownSpouseRow(ctx, params.id)
    if (await spouseIsReserved(ctx.tx, ctx.now, ctx.caller.id, params.id)) throw new AppError('in_use')
    await unlink(ctx, spouse)
    await removeSpouse(ctx.tx, ctx.now, params.id)
    await followTitleOfSpouse(ctx, params.id)
    return {}
  }),
}
