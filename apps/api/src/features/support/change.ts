import { isAllowed } from '@shiloh/contract/permissions'
import { TICKET_STATUSES, type TicketStatus } from '@shiloh/contract/support'
import { z } from 'zod'
import { loadActiveAuthorizations } from '#platform/auth/auth.store'
import { hiddenFrom } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { userRoom } from '#platform/realtime'
import * as store from './store.ts'

export const statusOf = z.enum(TICKET_STATUSES)
const isClosed = (status: string): boolean => status === 'completed' || status === 'archived'

export interface TicketValues {
  readonly status?: TicketStatus | undefined
  readonly category?: string | undefined
  readonly assignee_id?: string | null | undefined
}

/** Returns the administrators who can answer tickets. */
export const answering = async (db: Queryable, query: { readonly search?: string | undefined } = {}) => {
  const people = await store.findAdministrators(db, query)
  const authorizations = await loadActiveAuthorizations(
    sqlIn(db),
    people.map(({ id }) => id),
  )
  return people.filter(({ id }) => {
    const authorization = authorizations.get(id)
    return authorization !== undefined && isAllowed(authorization, 'support_tickets.reply')
  })
}

/** @throws invalid_input for somebody who cannot answer this ticket, or without an active account */
export const checkAssignee = async (
  db: Queryable,
  ticketId: string,
  assigneeId: string | null | undefined,
): Promise<void> => {
  if (!assigneeId) return
  const authorization = (await loadActiveAuthorizations(sqlIn(db), [assigneeId])).get(assigneeId)
  if (!authorization) throw invalid([{ field: 'assignee_id', code: 'not_found' }])
  const hidden = hiddenFrom(authorization)
  if (
    !isAllowed(authorization, 'support_tickets.reply') ||
    !isAllowed(authorization, 'support_tickets.read', ticketId) ||
    (hidden && (await namesHidden(db, hidden, [{ kind: 'question', id: ticketId }])))
  )
    throw invalid([{ field: 'assignee_id', code: 'not_permitted' }])
}

interface Waiting {
  readonly id: string
  readonly subject: string
  readonly user_id: string
  readonly first_name: string
  readonly last_name: string
}

/** Alerts the assignee of a ticket that waits, or the whole desk while it is assigned to nobody. */
export const alertDesk = async (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { id, subject, user_id, first_name, last_name }: Waiting,
  assigneeId: string | null,
): Promise<void> => {
  const data = { ticket_id: id, user_id, subject, name: `${first_name} ${last_name}` }
  if (assigneeId === null) {
    // That of somebody who had the ticket and cannot answer it any more.
    await resolveAlert(tx, 'ticket_assigned', id, now)
    await raiseAlert(tx, 'ticket_opened', id, data, now)
  } else await raiseAlert(tx, 'ticket_assigned', id, { ...data, assignee_id: assigneeId }, now)
}

/** Hints the pages of the office and of the owner. */
export const hint = ({ publish }: Pick<Work, 'publish'>, ownerId: string): void => {
  publish('staff', 'tickets.changed')
  publish(userRoom(ownerId), 'tickets.changed')
}

/**
 * Stores the changes of a ticket, and notes for the office who took it and how its status changed.
 *
 * @param by the account that changes it
 */
export const saveChange = async (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  row: store.TicketRow,
  patch: TicketValues,
  by: string,
): Promise<void> => {
  await store.updateTicket(tx, now, row.id, patch)
  const note = { ticket_id: row.id, author_id: by }
  if (patch.assignee_id !== undefined && patch.assignee_id !== row.assignee_id)
    await store.insertNote(tx, now, { ...note, kind: 'assigned', assignee_id: patch.assignee_id })
  // Between open and waiting the messages say enough.
  if (patch.status !== undefined && patch.status !== row.status && (isClosed(patch.status) || isClosed(row.status)))
    await store.insertNote(tx, now, { ...note, kind: 'status', status: patch.status })
  await alertOfChange({ tx, now }, row, patch, by)
}

/** Ends the alerts of a ticket that was answered, closed or given away, and alerts those for whom it waits now. */
const alertOfChange = async (
  work: Pick<Work, 'tx' | 'now'>,
  row: store.TicketRow,
  patch: TicketValues,
  by: string,
): Promise<void> => {
  const { tx, now } = work
  const status = patch.status ?? row.status
  const assigneeId = patch.assignee_id === undefined ? row.assignee_id : patch.assignee_id
  const isGiven = assigneeId !== row.assignee_id
  const isReopened = status === 'open' && row.status !== 'open'
  if (status !== 'open' || isGiven) await resolveAlert(tx, 'ticket_opened', row.id, now)
  if ((status !== 'open' && status !== row.status) || isGiven) await resolveAlert(tx, 'ticket_assigned', row.id, now)
  // Nobody is alerted to what they do themselves, and a message of the owner alerts by itself.
  if (isClosed(status) || assigneeId === by || by === row.user_id) return
  const waitsForDesk = status === 'open' && !row.last_from_staff
  if (isGiven ? assigneeId !== null || waitsForDesk : isReopened && waitsForDesk) await alertDesk(work, row, assigneeId)
}

const valuesOf = ({ status, category, assignee_id }: store.TicketRow) => ({
  status: statusOf.parse(status),
  category,
  assignee_id,
})

/** Returns what a change of many tickets can set. An assignee who cannot answer any more is nobody. */
export const ticketValues = async ({ db }: ReadWork, id: string) => valuesOf(found(await store.findTicket(db, '', id)))

/**
 * Changes one of many tickets as a single edit does.
 *
 * @param by the account that changes it
 * @throws not_found, invalid_input, person_erased
 */
export const changeTicket = async (work: Work, id: string, values: TicketValues, by: string): Promise<void> => {
  await store.lockTicket(work.tx, id)
  const row = found(await store.findTicket(work.tx, '', id))
  if (row.erased && values.status !== undefined) throw new AppError('person_erased')
  await checkAssignee(work.tx, id, values.assignee_id)
  await saveChange(work, row, values, by)
  hint(work, row.user_id)
  const after = await ticketValues(work, id)
  work.audit({ action: 'update', resource: 'support_tickets', objectId: id, before: valuesOf(row), after })
}
