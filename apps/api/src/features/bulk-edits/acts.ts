import { approvePerson, deactivatePerson, findNames as findNamesOfPeople } from '#features/authorization'
import { approve, cancel, findNames as findNamesOfReservations } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import type { Work } from '#platform/jobs/work'

/** Who acts, and what they say to the people concerned. */
interface By {
  readonly id: string
  readonly reason: string
}

interface Acts {
  readonly names: (db: Queryable, ids: readonly string[]) => Promise<Map<string, [string, string]>>
  /** Each does to one row what the call for a single row does. */
  readonly acts: Readonly<Record<string, (work: Work, id: string, by: By) => Promise<unknown>>>
}

const ACTS: Readonly<Record<string, Acts>> = {
  reservations: {
    names: findNamesOfReservations,
    acts: {
      approve: async (work, id, by) => {
        await approve(work, id, { actor: 'staff', actorId: by.id })
        work.audit({ action: 'approve', resource: 'reservations', objectId: id })
      },
      cancel: async (work, id, by) => {
        await cancel(work, id, { actor: 'staff', actorId: by.id }, { reason: by.reason })
        work.audit({ action: 'cancel', resource: 'reservations', objectId: id, after: { reason: by.reason } })
      },
    },
  },
  users: {
    names: findNamesOfPeople,
    acts: { approve: approvePerson, deactivate: deactivatePerson },
  },
}

/** Returns an act on one row of a resource. @throws Error when there is none: it was written down by this version */
export const actOf = (resource: string, act: string) => {
  const of = ACTS[resource]
  const one = of?.acts[act]
  if (!of || !one) throw new Error(`no act ${resource}.${act}`)
  return { names: of.names, act: one }
}
