import { usedKindOf } from '@shiloh/contract/usage'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { sayRefusal } from '#platform/usage/says'
import { findUses } from '#platform/usage/usage.store'
import { asAppError } from './errors.ts'
import type { Call } from './handle.ts'

/** Runs a call. If it deletes a record that is in use, the refusal counts what uses it. Other errors stay as they are. */
export const sayingUses = async <T>(
  deps: Deps,
  call: Call,
  run: (deps: Deps, call: Call) => Promise<T>,
): Promise<T> => {
  try {
    return await run(deps, call)
  } catch (error) {
    const { endpoint, request, credentials, objectId, input } = call
    const kind = endpoint.route.method === 'DELETE' ? usedKindOf(endpoint.route.path) : undefined
    const known = kind && asAppError(error)
    const authorization = credentials.caller?.authorization
    if (!kind || known?.code !== 'in_use' || known.says || objectId === undefined || !authorization) throw error
    const { language } = request
    const uses = await findUses(deps.db, Object(input.query), { kind, id: objectId, authorization, language })
    const blocking = uses.filter(({ blocks }) => blocks)
    if (blocking.length === 0) throw error
    throw new AppError('in_use', { says: (language) => sayRefusal(blocking, language) })
  }
}
