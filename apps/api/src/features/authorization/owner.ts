import { findAccount, insertAccount, invitationLink, sendInvitation } from '#features/identity'
import { readClientGroup } from '#features/organisation'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { hasAdmin, setRoles } from './admin-users.store.ts'
import { lockOwnerRole, ownerRoleId } from './model.store.ts'

/**
 * Creates the first owner of an installation without an administrator, from OWNER_EMAIL. Returns the link where the
 * owner chooses a password, or undefined when there is nothing to do.
 */
export const ensureOwner = async (deps: Deps): Promise<string | undefined> => {
  const email = deps.config.ownerEmail
  if (email === undefined) return undefined
  return inWork(deps, async (ctx) => {
    // Of two processes that start simultaneously, only one creates the owner.
    await lockOwnerRole(ctx.tx)
    const roleId = await ownerRoleId(ctx.tx)
    if (roleId === undefined || (await hasAdmin(ctx.tx))) return undefined
    const id = await insertAccount(ctx.tx, ctx.now, {
      user_type: 'admin',
      status: 'pending',
      email,
      phone: null,
      password_hash: null,
      first_name: 'Owner',
      last_name: email,
      country_code: (await readClientGroup(ctx.tx)).country,
      language: 'en',
    })
    await setRoles(ctx.tx, id, [roleId])
    const token = await sendInvitation(ctx, found(await findAccount(ctx.tx, id)))
    ctx.audit({ action: 'create_owner', resource: 'admin_users', objectId: id, after: { email } })
    return invitationLink(deps.config.publicUrl, token)
  })
}
