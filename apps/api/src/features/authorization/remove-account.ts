import { erase, forgetPerson } from '#features/identity'
import type { WriteContext } from '#platform/context'
import { SESSION_ENDED, userRoom } from '#platform/realtime'
import { detachFromOffer, isInBooks, removePerson } from './people.store.ts'

/** Deletes an account of whichever kind, and what others hold about the person. @throws in_use while another row refers to it */
export const removeAccount = async (ctx: WriteContext, id: string): Promise<void> => {
  await forgetPerson(ctx, id)
  await removePerson(ctx.tx, id)
  ctx.publish(userRoom(id), SESSION_ENDED)
}

/**
 * Deletes a member or vendor. Whom the books refer to is erased in place of that, as by themselves. Returns whether nothing is left.
 *
 * @throws in_use while a reservation is live
 */
export const removeOrErase = async (ctx: WriteContext, id: string): Promise<boolean> => {
  if (!(await isInBooks(ctx.tx, id))) {
    await removeAccount(ctx, id)
    return true
  }
  await erase(ctx, { id })
  await detachFromOffer(ctx.tx, id)
  return false
}
