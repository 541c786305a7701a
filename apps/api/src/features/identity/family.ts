import { GENDERS } from '@shiloh/contract/identity/account'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { FAMILY_RELATIONS } from '@shiloh/contract/reservations/party'
import { z } from 'zod'
import { type Handlers, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { nameOf } from './account-view.ts'
import { holdAccount } from './accounts.store.ts'
import {
  type FamilyRow,
  findFamilyMember,
  insertFamilyMember,
  listFamily,
  memberIsReserved,
  removeFamilyMember,
  updateFamilyMember,
} from './family.store.ts'
import { birthDateProblems } from './rules.ts'

const gender = z.enum(GENDERS)
const relation = z.enum(FAMILY_RELATIONS)

const view = ({ id, created_at, ...row }: FamilyRow) => ({
  _id: id,
  ...row,
  relation: relation.parse(row.relation),
  gender: gender.parse(row.gender),
  name: nameOf(row),
  created_at: created_at.toISOString(),
})

const own = async (ctx: ReadContext, id: string) => view(found(await findFamilyMember(ctx.db, ctx.caller.id, id)))

/** A child's age decides its price and room, so a birth date is required. */
const checkBirthDate = (ctx: ReadContext, of: 'child' | 'companion', birthDate: string | null | undefined) => {
  if (of === 'child' && birthDate === null) throw invalid([{ field: 'birth_date', code: 'required' }])
  const today = ctx.now.toISOString().slice(0, 10)
  const problems = birthDate ? birthDateProblems(birthDate, today) : []
  if (problems.length > 0) throw invalid(problems)
}

type Names = 'listFamily' | 'addFamilyMember' | 'updateFamilyMember' | 'removeFamilyMember'

export const familyHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  listFamily: reads(async (ctx) => (await listFamily(ctx.db, ctx.caller.id)).map(view)),
  addFamilyMember: writes(async (ctx, { body }) => {
    const birth_date = body.birth_date ?? null
    checkBirthDate(ctx, body.relation, birth_date)
    const { relation: of, first_name, last_name } = body
    const other_names = body.other_names ?? null
    const values = { relation: of, first_name, last_name, other_names, gender: body.gender, birth_date }
    return own(ctx, await insertFamilyMember(ctx.tx, ctx.now, ctx.caller.id, values))
  }),
  updateFamilyMember: writes(async (ctx, { params, body }) => {
    if (!(await holdAccount(ctx.tx, ctx.caller.id))) throw new AppError('not_signed_in')
    const before = await own(ctx, params.id)
    checkBirthDate(ctx, before.relation, body.birth_date)
    await updateFamilyMember(ctx.tx, ctx.now, params.id, body)
    return own(ctx, params.id)
  }),
  removeFamilyMember: writes(async (ctx, { params }) => {
    await own(ctx, params.id)
    if (await memberIsReserved(ctx.tx, ctx.now, ctx.caller.id, params.id)) throw new AppError('in_use')
    await removeFamilyMember(ctx.tx, ctx.now, params.id)
    return {}
  }),
}
