import type { AlertData, AlertKind } from '@shiloh/contract/alerts/alerts'
import { balanceOf } from '@shiloh/contract/payments/money'
import { alertRow } from './alert-row.ts'
import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { People } from './people.ts'
import type { Story } from './story.ts'

interface Seen {
  readonly chance: Chance
  readonly calendar: Calendar
  readonly people: People
  readonly stories: readonly Story[]
  readonly tickets: readonly Row<'support_tickets'>[]
  readonly imports: readonly Row<'import_runs'>[]
  readonly scans: readonly Row<'scans'>[]
  readonly soldOut: DemoEvent
  /** Reservations with at least one person in a bed. */
  readonly housed: ReadonlySet<string>
  /** The room under maintenance, by its door sign. */
  readonly closedRoom: string
}

/** What happened to an alert: still open, snoozed, or resolved by somebody. */
type Ending = Partial<Pick<Row<'alerts'>, 'snoozed_until' | 'resolved_at' | 'resolved_by' | 'resolution'>>

/**
 * Returns the alerts of an ordinary morning: one or a few of every kind that people cause. Others (a broken invariant,
 * a failed job) would be false. Staff have been notified of all of them.
 */
export const drawAlerts = (seen: Seen): Row<'alerts'>[] => {
  const { chance, calendar, people, stories, tickets, imports, scans, soldOut, housed, closedRoom } = seen
  const alert = <K extends AlertKind>(
    kind: K,
    subject: string,
    data: AlertData<K>,
    at: Date,
    ending: Ending = {},
  ): Row<'alerts'> => ({
    ...alertRow(chance.id(at), kind, subject, data, at),
    told_at: at,
    mailed_at: at,
    ...ending,
  })
  const names = new Map(people.rows.users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
  const about = (story: Story) => ({ reservation_id: story.id, code: story.code })

  const open = tickets.filter(({ status }) => status === 'open')
  const ofTickets = open.map(({ id, user_id, subject, created_at }) => {
    const name = names.get(user_id) ?? ''
    return alert(
      'ticket_opened',
      id ?? '',
      { ticket_id: id ?? '', user_id, subject, name },
      new Date(String(created_at)),
    )
  })
  const ofImports = imports
    .filter(({ dry_run }) => !dry_run)
    .map(({ id, resource, file_name, rows_created, finished_at }, index) => {
      const at = new Date(String(finished_at))
      const counts = { created: Number(rows_created), updated: 0, refused: 0 }
      const closed = { resolved_at: minutesAfter(at, 25), resolved_by: people.staff.registrar, resolution: 'All in.' }
      return alert(
        'import_finished',
        id ?? '',
        { import_id: id ?? '', resource, file_name, ...counts },
        at,
        index === 0 ? closed : {},
      )
    })
  const ofTitles = people.claims.map(({ userId, title, at }) =>
    alert('title_to_confirm', userId, { user_id: userId, name: names.get(userId) ?? '', title }, at),
  )
  const ofRefunds = stories.flatMap((story) => {
    const waiting = story.refunds.filter(({ status }) => status === 'due' || status === 'refused')
    const [first] = waiting
    const amount = waiting.reduce((sum, refund) => sum + refund.amount, 0)
    return first ? [alert('refund_due', story.id, { ...about(story), amount, currency: 'GHS' }, first.createdAt)] : []
  })
  const ofParts = stories
    .filter(({ status, paid }) => status === 'pending' && paid > 0)
    .map((story) => {
      const balance = balanceOf({ ...story, total: story.quote.total, reduced: 0 })
      return alert(
        'part_payment',
        story.id,
        { ...about(story), paid: story.paid, balance, currency: 'GHS' },
        story.updatedAt,
      )
    })
  const homeless = stories.find(
    ({ id, status, choice, event }) =>
      event.plan.key === 'conference' && status === 'active' && choice.stay !== null && !housed.has(id),
  )
  const ofBeds = homeless
    ? [
        alert(
          'bed_lost',
          homeless.id,
          { ...about(homeless), event_id: homeless.event.id, room: closedRoom },
          calendar.at(-1, '10:20'),
        ),
      ]
    : []
  // The second gate was offline: both let somebody in with one code.
  const atPrayer = new Map(stories.flatMap((story) => (story.event.plan.key === 'prayer' ? [[story.id, story]] : [])))
  const again = scans.find(
    ({ result, reservation_id }) => result === 'already_redeemed' && atPrayer.has(reservation_id ?? ''),
  )
  const twice = again && atPrayer.get(again.reservation_id ?? '')
  const ofGates = twice
    ? [
        alert(
          'double_entry',
          twice.id,
          { ...about(twice), name: twice.member.name, event_id: twice.event.id },
          new Date(String(again.received_at)),
        ),
      ]
    : []
  // Somebody made a refund in the provider's dashboard. The alert is snoozed until the provider has answered.
  const paid = stories.find(({ event, payments }) => event.plan.key === 'conference' && payments.length === 1)
  const [payment] = paid?.payments ?? []
  const ofProviders =
    paid && payment
      ? [
          alert(
            'payment_mismatch',
            payment.reference,
            { payment_id: payment.id, reference: payment.reference, mismatch: 'refund_unknown', ...about(paid) },
            calendar.at(-2, '16:05'),
            { snoozed_until: calendar.at(2, '08:00') },
          ),
        ]
      : []
  const soldOutAt = calendar.at(-4, '20:10')
  const ofEvents = [
    alert(
      'event_sold_out',
      soldOut.id,
      { event_id: soldOut.id, event: soldOut.plan.name, capacity: soldOut.plan.capacity ?? 0 },
      soldOutAt,
    ),
  ]
  return [
    ...ofTickets,
    ...ofImports,
    ...ofTitles,
    ...ofRefunds,
    ...ofParts,
    ...ofBeds,
    ...ofGates,
    ...ofProviders,
    ...ofEvents,
    ...stories.flatMap(({ alerts }) => alerts),
  ]
}
