import { isDeepStrictEqual } from 'node:util'
import { peopleChange, reservationChange } from '@shiloh/contract/bulk-edits'
import { suppliedChange } from '@shiloh/contract/catalogue'
import { BLOG_STATUSES, faqChange } from '@shiloh/contract/content'
import type { Permission } from '@shiloh/contract/permissions'
import { ticketChange } from '@shiloh/contract/support'
import { TASK_STATUSES, taskChange } from '@shiloh/contract/tasks'
import { roomChange } from '@shiloh/contract/venues'
import { z } from 'zod'
import {
  approvePerson,
  changePerson,
  deactivatePerson,
  findNames as findNamesOfPeople,
  placeOfPerson,
  reactivatePerson,
  restorePerson,
  statusOfPerson,
} from '#features/authorization'
import { catererVendor, changeCaterer, changeProduct, productVendor } from '#features/catalogue'
import {
  approveComment,
  changeFaq,
  faqPlace,
  namesOfComments,
  postState,
  publishPost,
  refuseComment,
  withdrawPost,
} from '#features/content'
import { backToDraft, eventView, transit } from '#features/events'
import {
  approve,
  cancel,
  changeChoice,
  choiceValues,
  findNames as findNamesOfReservations,
  findNamesOfWaiting,
  inviteByHand,
  keptChoice,
  removeByHand,
  restoreChoice,
} from '#features/reservations'
import { changeTicket, ticketValues } from '#features/support'
import { changeTask, taskValues } from '#features/tasks'
import { changeRoom, followingOnce, roomView } from '#features/venues'
import type { Queryable } from '#platform/db/db'
import { AppError } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { type NamedTable, namesIn } from './store.ts'

/** Who acts, and what they say to the people concerned. */
interface By {
  readonly id: string
  readonly reason: string
  /**
   * When they asked for it. The turn of a row can come hours later, after a pause: an act that cannot be taken back spares a row
   * about which somebody decided otherwise in the meantime.
   */
  readonly at: Date
}

/** Values of a row by name, as JSON. */
export type Values = Readonly<Record<string, unknown>>
/** The values of a row that an act changed. */
export interface Kept {
  readonly before: Values
  readonly after: Values
}

/** An act does to one row what the call for a single row does. */
interface Act {
  readonly permission: Permission
  /** Returns what it changed, if that can be taken back. Without a value the row was already so. */
  readonly run: (work: Work, id: string, by: By, change: unknown) => Promise<Kept | undefined>
  readonly undo?: (work: Work, id: string, by: By, kept: Kept) => Promise<void>
  /** The same act on several rows in one transaction: what follows from all of them is done once, around it. */
  readonly together?: {
    readonly around: (work: Work, actOnAll: () => Promise<void>) => Promise<void>
    readonly act: Pick<Act, 'run' | 'undo'>
  }
}

/** An act that cannot be taken back: people were told of it, or places were given away. */
const final = (
  permission: Permission,
  run: (work: Work, id: string, by: By) => Promise<unknown>,
  /** Reads what it changes, if it can be so already. */
  read?: (work: ReadWork, id: string) => Promise<object>,
): Act => ({
  permission,
  run: async (work, id, by) => {
    const before = await read?.(work, id)
    await run(work, id, by)
    return before && isDeepStrictEqual(before, await read?.(work, id)) ? { before: {}, after: {} } : undefined
  },
})

const json = z.record(z.string(), z.unknown())
/** Values as they come back from the database. */
const asStored = (values: object): Values => json.parse(JSON.parse(JSON.stringify(values)))
const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))

/** An act that can be taken back while the values that it set are still there. */
const reversible = (
  permission: Permission,
  {
    read,
    run,
    restore,
  }: {
    readonly read: (work: ReadWork, id: string) => Promise<object>
    readonly run: (work: Work, id: string, by: By, change: unknown) => Promise<unknown>
    readonly restore: (work: Work, id: string, by: By, before: Values) => Promise<unknown>
  },
): Act => ({
  permission,
  run: async (work, id, by, change) => {
    const before = asStored(await read(work, id))
    await run(work, id, by, change)
    const after = asStored(await read(work, id))
    const names = Object.keys(before).filter((name) => !isDeepStrictEqual(before[name], after[name]))
    return { before: pick(before, names), after: pick(after, names) }
  },
  undo: async (work, id, by, { before, after }) => {
    const now = asStored(await read(work, id))
    if (Object.keys(after).some((name) => !isDeepStrictEqual(now[name], after[name]))) throw new AppError('stale')
    await restore(work, id, by, before)
  },
})

const rooms = z.strictObject(roomChange).partial()
const people = z.strictObject(peopleChange).partial()
const choices = z.strictObject(reservationChange).partial()
const tasks = z.strictObject(taskChange).partial()
const questions = z.strictObject(faqChange).partial()
const keptQuestion = z
  .object({ place: z.object({ category: z.string(), position: z.int() }), published: z.boolean() })
  .partial()
  .transform(({ place, published }) => ({ ...place, ...(published !== undefined && { published }) }))
const tickets = z.strictObject(ticketChange).partial()
const supplied = z.strictObject(suppliedChange).partial()

/** What a change of many rooms can set. */
const roomValues = async (work: ReadWork, id: string) => {
  const { room_category_id, event_block_id, floor, gender_rule, accessible, quiet, maintenance } = await roomView(
    work,
    id,
  )
  return { room_category_id, event_block_id, floor, gender_rule, accessible, quiet, maintenance }
}
const period = z.object({ from: z.string(), until: z.string(), reason: z.string() })
const keptRoom = z.object({ ...roomChange, maintenance: z.array(period) }).partial()

const eventStatus = async (work: ReadWork, id: string) => ({ status: (await eventView(work, id)).status })
const eventAct = (action: 'publish' | 'unpublish', back: 'publish' | 'unpublish'): Act =>
  reversible('events.publish', {
    read: eventStatus,
    run: (work, id, by) => transit(work, id, action, by.id),
    restore: (work, id, by, before) =>
      before['status'] === 'draft' ? backToDraft(work, id) : transit(work, id, back, by.id),
  })

const keptPost = z.object({ status: z.enum(BLOG_STATUSES), published_at: z.string().nullable().optional() })
const restorePost = async (work: Work, id: string, _: By, before: Values) => {
  const { status, published_at } = keptPost.parse(before)
  if (status === 'archived') return withdrawPost(work, id, status)
  await withdrawPost(work, id, 'draft')
  return status === 'draft' ? undefined : publishPost(work, id, published_at)
}

const keptStatus = z.object({ status: z.enum(['approved', 'pending']) })
const keptPlace = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))

/** A date that followed the event follows it again. */
const keptTask = z
  .object({ ...taskChange, status: z.enum(TASK_STATUSES), offset_days: z.int().nullable() })
  .partial()
  .transform(({ due_on, offset_days, ...values }) =>
    typeof offset_days === 'number'
      ? { ...values, offset_days }
      : { ...values, ...(due_on !== undefined && { due_on }) },
  )

interface Acts {
  /** Who lacks it for a row does not hear its name. */
  readonly read: Permission
  /** Returns a code and a name of each row, for the list of those that were refused. */
  readonly names: (db: Queryable, ids: readonly string[]) => Promise<Map<string, [string, string]>>
  readonly acts: Readonly<Record<string, Act>>
}

const named =
  (table: NamedTable): Acts['names'] =>
  (db, ids) =>
    namesIn(db, table, ids)

const editRoom = (follows: boolean): Act =>
  reversible('event_rooms.update', {
    read: roomValues,
    run: async (work, id, _, change) => {
      const { closed, ...values } = rooms.parse(change)
      const { maintenance } = await roomView(work, id)
      return changeRoom(work, id, { ...values, ...(closed && { maintenance: [...maintenance, closed] }) }, { follows })
    },
    restore: (work, id, _, before) => changeRoom(work, id, keptRoom.parse(before), { follows }),
  })

const ACTS: Readonly<Record<string, Acts>> = {
  reservations: {
    read: 'reservations.read',
    names: findNamesOfReservations,
    acts: {
      approve: final('reservations.approve', async (work, id, by) => {
        await approve(work, id, { actor: 'staff', actorId: by.id })
        work.audit({ action: 'approve', resource: 'reservations', objectId: id })
      }),
      cancel: final('reservations.cancel', async (work, id, by) => {
        // Who paid or was given a bed meanwhile keeps the place.
        await cancel(work, id, { actor: 'staff', actorId: by.id }, { reason: by.reason, seenAt: by.at })
        work.audit({ action: 'cancel', resource: 'reservations', objectId: id, after: { reason: by.reason } })
      }),
      edit: reversible('reservations.update', {
        read: choiceValues,
        run: (work, id, by, change) => changeChoice(work, id, choices.parse(change), by.id),
        restore: (work, id, by, before) => restoreChoice(work, id, keptChoice.parse(before), by.id),
      }),
    },
  },
  users: {
    read: 'users.read',
    names: findNamesOfPeople,
    acts: {
      approve: final('users.approve', approvePerson, statusOfPerson),
      deactivate: reversible('users.deactivate', {
        read: statusOfPerson,
        run: deactivatePerson,
        restore: (work, id, _, before) => reactivatePerson(work, id, keptStatus.parse(before).status),
      }),
      edit: reversible('users.update', {
        read: placeOfPerson,
        run: (work, id, by, change) => changePerson(work, id, people.parse(change), by.id),
        restore: (work, id, _, before) => restorePerson(work, id, keptPlace.parse(before)),
      }),
    },
  },
  waiting_list: {
    read: 'waiting_list.read',
    names: findNamesOfWaiting,
    acts: {
      invite: final('waiting_list.update', (work, id, by) => inviteByHand(work, id, by)),
      remove: final('waiting_list.update', (work, id, by) =>
        removeByHand(work, id, by, { notify: true, seenAt: by.at }),
      ),
      drop: final('waiting_list.update', (work, id, by) =>
        removeByHand(work, id, by, { notify: false, seenAt: by.at }),
      ),
    },
  },
  event_rooms: {
    read: 'event_rooms.read',
    names: named('event_rooms'),
    acts: {
      edit: { ...editRoom(true), together: { around: followingOnce, act: editRoom(false) } },
    },
  },
  events: {
    read: 'events.read',
    names: named('events'),
    acts: {
      publish: eventAct('publish', 'unpublish'),
      unpublish: eventAct('unpublish', 'publish'),
      archive: final('events.archive', (work, id, by) => transit(work, id, 'archive', by.id)),
    },
  },
  blogs: {
    read: 'blogs.read',
    names: named('blogs'),
    acts: {
      publish: reversible('blogs.publish', {
        read: postState,
        run: (work, id) => publishPost(work, id),
        restore: restorePost,
      }),
      archive: reversible('blogs.update', {
        read: postState,
        run: (work, id) => withdrawPost(work, id, 'archived'),
        restore: restorePost,
      }),
    },
  },
  tasks: {
    read: 'tasks.read',
    names: named('tasks'),
    acts: {
      edit: reversible('tasks.update', {
        read: taskValues,
        run: (work, id, by, change) => changeTask(work, id, tasks.parse(change), by.id),
        restore: (work, id, by, before) => changeTask(work, id, keptTask.parse(before), by.id),
      }),
    },
  },
  comments: {
    read: 'blogs.moderate',
    names: namesOfComments,
    acts: {
      approve: final('blogs.moderate', (work, id, by) => approveComment(work, id, by)),
      refuse: final('blogs.moderate', (work, id, by) => refuseComment(work, id, by)),
    },
  },
  faqs: {
    read: 'faqs.read',
    names: named('faqs'),
    acts: {
      edit: reversible('faqs.update', {
        read: faqPlace,
        run: (work, id, _, change) => changeFaq(work, id, questions.parse(change)),
        restore: (work, id, _, before) => changeFaq(work, id, keptQuestion.parse(before)),
      }),
    },
  },
  support_tickets: {
    read: 'support_tickets.read',
    names: named('support_tickets'),
    acts: {
      edit: reversible('support_tickets.update', {
        read: ticketValues,
        run: (work, id, by, change) => changeTicket(work, id, tickets.parse(change), by.id),
        restore: (work, id, by, before) => changeTicket(work, id, tickets.parse(before), by.id),
      }),
    },
  },
  caterers: {
    read: 'caterers.read',
    names: named('caterers'),
    acts: {
      edit: reversible('caterers.update', {
        read: catererVendor,
        run: (work, id, _, change) => changeCaterer(work, id, supplied.parse(change)),
        restore: (work, id, _, before) => changeCaterer(work, id, supplied.parse(before)),
      }),
    },
  },
  products: {
    read: 'products.read',
    names: named('products'),
    acts: {
      edit: reversible('products.update', {
        read: productVendor,
        run: (work, id, _, change) => changeProduct(work, id, supplied.parse(change)),
        restore: (work, id, _, before) => changeProduct(work, id, supplied.parse(before)),
      }),
    },
  },
}

/** Returns an act on one row of a resource. @throws Error when there is none: it was written down by this version */
export const actOf = (resource: string, act: string) => {
  const of = ACTS[resource]
  const one = of?.acts[act]
  if (!of || !one) throw new Error(`no act ${resource}.${act}`)
  return { names: of.names, read: of.read, act: one }
}
