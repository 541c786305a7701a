import { deskReach } from '@shiloh/contract/reservations/desk'
import { awaitsCash, type Standing } from '@shiloh/contract/reservations/standing'
import type { Sql } from '#platform/db/sql.store'

const DESK = { name: 'reservations_desk', text: 'select name, address, phone from client_groups' }

/** Returns who knows where cash is taken: the organisation with its address and phone. */
export const findDesk = async (sql: Sql): Promise<string> => {
  const [organisation] = await sql<Parameters<typeof deskReach>[0]>(DESK, [])
  return organisation ? deskReach(organisation) : ''
}

/** The same for a reservation whose standing awaits cash. Empty for others. */
export const deskFor = async (sql: Sql, standing: Standing | undefined): Promise<string> =>
  standing && awaitsCash(standing) ? findDesk(sql) : ''
