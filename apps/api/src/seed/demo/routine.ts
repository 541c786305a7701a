import type { Tx } from '#platform/db/db'
import { type Calendar, minutesAfter, openChance } from './chance.ts'
import { insertRows, type Row } from './insert.store.ts'
import { turnOn } from './routine.store.ts'

const SEED = 77

/** What a conference needs: days from its first day, words, and the lines of the checklist. */
const PLAN = [
  [-84, 'Book the centre and sign the contract', ['Ask for the price', 'Sign', 'Pay the deposit'], 7],
  [-56, 'Open registration and tell every district', ['Write the letter', 'Send it'], 3],
  [-28, 'Confirm the number of meals', ['Count the dietary needs', 'Send the numbers', 'Get the signed order back'], 2],
  [-14, 'Print badges', ['Choose the paper', 'Print', 'Sort by district'], 2],
  [-10, 'Assign the rooms', [], 2],
  [-3, 'Brief the ushers', ['Gates', 'First aid', 'Lost children'], 1],
  [7, 'Say thank you and ask for feedback', [], null],
  [14, 'Close the accounts', ['Refunds', 'Caterers', 'Report'], 2],
] as const

interface Parts {
  readonly calendar: Calendar
  readonly eventId: string
  readonly staff: { readonly owner: string; readonly registrar: string }
  readonly ticket: { readonly id: string; readonly user_id: string } | undefined
  readonly reservation:
    | { readonly id?: string | undefined; readonly user_id: string; readonly event_id: string }
    | undefined
}

/** A template of tasks applied to an event, and two workflows that are turned on, with a run that failed. */
export const seedRoutine = async (tx: Tx, { calendar, eventId, staff, ticket, reservation }: Parts): Promise<void> => {
  const chance = openChance(SEED)
  const start = calendar.at(-60, '09:00')
  const stamps = (at: Date) => ({ created_at: at, updated_at: at })
  const template_id = chance.id(start)
  await insertRows(tx, 'task_templates', [
    {
      id: template_id,
      name: 'Conference, 12 weeks',
      description: 'Everything that a conference needs.',
      ...stamps(start),
    },
  ])
  const items = PLAN.map(([offset_days, title, checklist, remind_days], position) => ({
    id: chance.id(start),
    template_id,
    position,
    title,
    description: '',
    offset_days,
    remind_days,
    checklist: [...checklist],
  })) satisfies Row<'task_template_items'>[]
  await insertRows(tx, 'task_template_items', items)
  const made = items.map((item, index) => ({
    ...item,
    taskId: chance.id(start),
    isDone: index < 2,
    isBegun: index === 2,
  }))
  await insertRows(
    tx,
    'tasks',
    made.map(
      ({ id, taskId, title, offset_days, remind_days, isDone, isBegun }, index): Row<'tasks'> => ({
        id: taskId,
        title,
        description: '',
        event_id: eventId,
        assignee_id: index % 2 === 0 ? staff.registrar : staff.owner,
        assigned_at: start,
        status: isDone ? 'done' : isBegun ? 'in_progress' : 'open',
        offset_days,
        remind_days,
        position: 100 + index,
        template_item_id: id,
        created_by: staff.owner,
        completed_at: isDone ? calendar.at(-20, '11:00') : null,
        completed_by: isDone ? staff.registrar : null,
        ...stamps(start),
      }),
    ),
  )
  await insertRows(
    tx,
    'task_checks',
    made.flatMap(({ taskId, checklist, isDone, isBegun }) =>
      checklist.map((text, position): Row<'task_checks'> => {
        const done = isDone || (isBegun && position === 0)
        return { id: chance.id(start), task_id: taskId, position, text, done_at: done ? start : null }
      }),
    ),
  )
  const talked = made[2]
  if (talked)
    await insertRows(tx, 'task_comments', [
      {
        id: chance.id(calendar.at(-2, '14:14')),
        task_id: talked.taskId,
        author_id: staff.owner,
        body: 'They can still change until two weeks before, by five per cent at most.',
        created_at: calendar.at(-2, '14:14'),
      },
    ])

  const visa = await turnOn(tx, 'visa_letter', staff.owner)
  const reminder = await turnOn(tx, 'balance_reminder', staff.owner)
  const run = (id: string, at: Date, of: { id: string; version: number }): Row<'workflow_runs'> => ({
    id,
    workflow_id: of.id,
    version: of.version,
    subject: 'reservation',
    subject_id: '',
    reservation_id: null,
    user_id: null,
    ticket_id: null,
    event_id: null,
    occasion: 'demo',
    state: 'done',
    path: '0',
    error: null,
    started_at: at,
    finished_at: minutesAfter(at, 1),
  })
  const step = (
    run_id: string,
    at: Date,
    kind: string,
    state: string,
    result: Row<'workflow_steps'>['result'],
  ): Row<'workflow_steps'> => ({
    run_id,
    path: '0',
    kind,
    state,
    result,
    at,
  })
  if (ticket) {
    const at = calendar.at(-3, '10:00')
    const id = chance.id(at)
    const taskId = chance.id(at)
    await insertRows(tx, 'tasks', [
      {
        id: taskId,
        title: 'Write the visa letter',
        assignee_id: staff.registrar,
        assigned_at: at,
        due_on: calendar.day(0),
        position: 200,
        user_id: ticket.user_id,
        ticket_id: ticket.id,
        opens: 'invitation_letter',
        ...stamps(at),
      },
    ])
    const row = {
      ...run(id, at, visa),
      subject: 'ticket',
      subject_id: ticket.id,
      ticket_id: ticket.id,
      user_id: ticket.user_id,
    }
    await insertRows(tx, 'workflow_runs', [row])
    const result = { did: 'task', title: 'Write the visa letter', task_id: taskId }
    await insertRows(tx, 'workflow_steps', [step(id, at, 'task', 'done', result)])
  }
  if (reservation?.id) {
    const at = calendar.at(-1, '08:00')
    const id = chance.id(at)
    const about = { reservation_id: reservation.id, user_id: reservation.user_id, event_id: reservation.event_id }
    const row = {
      ...run(id, at, reminder),
      ...about,
      subject_id: reservation.id,
      state: 'failed',
      error: 'unreached',
      finished_at: null,
    }
    await insertRows(tx, 'workflow_runs', [row])
    const result = { did: 'unreached', template: 'Workflow: balance reminder', left_out: { mail: 'no_address' } }
    await insertRows(tx, 'workflow_steps', [step(id, at, 'send', 'failed', result)])
  }
}
