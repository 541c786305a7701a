// @vitest-environment happy-dom
import { type Activity, activityRoutes } from '@shiloh/contract/activities'
import { type PlanPlace, planRoutes, type RoomPlan } from '@shiloh/contract/allocation/plans'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, idOf, showScreen } from '../../../../test/screen.tsx'
import { Proposal } from './proposal-page.tsx'
import { Propose } from './propose.tsx'

const HOPE = {
  event_block_id: idOf(20),
  block: 'Hope',
  rooms: 2,
  proposed: 3,
  there: 0,
  elsewhere: 0,
  accepted: 0,
  undoable: 0,
  told: 0,
  undone: 0,
  refused: 0,
}
const PLAN: RoomPlan = {
  _id: idOf(10),
  number: 7,
  state: 'proposed',
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: 'Efua Ansah',
  figures: {
    people: 5,
    placed: 4,
    bound: 4,
    wishes: 0,
    wishes_kept: 0,
    districts: 2,
    districts_together: 1,
    broken: 0,
  },
  event: { _id: idOf(2), name: 'Easter Camp' },
  weights: { wishes: 5, needs: 4, district: 3, language: 2, fill: 3, paid: 1 },
  seed: 1,
  activity_id: null,
  input: '9F3C41',
  blocks: [HOPE, { ...HOPE, event_block_id: idOf(21), block: 'Peace', rooms: 1, proposed: 1 }],
  left: [
    {
      code: 'full',
      room_category: 'Standard',
      persons: [{ participant_id: idOf(35), reservation_id: idOf(45), name: 'Joyce Ofori' }],
      sort: 'female',
      night: '2027-01-07',
      beds: null,
      others: null,
      elsewhere: [{ room_category_id: idOf(60), room_category: 'Executive', beds: 3 }],
      holders: [],
    },
  ],
}
const place = (number: number, name: string, extra: Partial<PlanPlace> = {}): PlanPlace => ({
  participant_id: idOf(30 + number),
  reservation_id: idOf(40 + number),
  name,
  type: 'Delegate',
  room_id: idOf(50),
  room: '204',
  bed: number,
  state: 'proposed',
  now_in: null,
  undoable: false,
  refusal: null,
  refusal_reasons: [],
  reasons: [{ code: 'couple', names: [] }],
  ...extra,
})
const ROWS = [
  place(1, 'Kwame Asante'),
  place(2, 'Adwoa Asante', { reservation_id: idOf(41) }),
  place(3, 'Grace Mensah', {
    room_id: idOf(51),
    room: '302',
    reasons: [
      { code: 'wish', names: ['Victoria Opoku'] },
      { code: 'ground_floor', names: [] },
      { code: 'wish_missed', names: ['Efua Owusu'] },
    ],
  }),
]

const show = (plan: RoomPlan, arrange: (server: FakeServer) => void = () => {}) =>
  showScreen(
    () => <Proposal id={PLAN._id} />,
    (server) => {
      server.answer(planRoutes.readRoomPlan, plan)
      server.answer(planRoutes.listRoomPlans, [plan])
      server.answer(planRoutes.listPlanPlaces, { rows: ROWS, total: 3 })
      server.answer(planRoutes.acceptRoomPlan, { changed: 1, refused: 0 })
      server.answer(planRoutes.undoRoomPlan, { changed: 1, refused: 0 })
      arrange(server)
    },
    { path: `/admin/reservations/rooms/proposals/${PLAN._id}?event_id=${PLAN.event._id}` },
  )

it('says who sleeps where and why, and who has no bed and why', async () => {
  await show(PLAN)
  const couple = await screen.findByRole('row', { name: /Kwame Asante and Adwoa Asante/ })
  expect(couple.textContent).toContain('204 A B')
  expect(couple.textContent).toContain('Couple, one room')
  expect(screen.getByRole('row', { name: /Grace Mensah/ }).textContent).toContain(
    'With Victoria Opoku (wish). Without stairs, as asked. The wish for Efua Owusu is not kept',
  )
  const left = within(screen.getByRole('region', { name: 'Left over' }))
  expect(left.getByRole('heading', { name: 'Women, Standard' })).toBeDefined()
  expect(
    left.getByText(/No bed for women is free on Thu.07\u2060-\u206001\u2060-\u20602027. 3 free in Executive/),
  ).toBeDefined()
})

it('accepts all but those who were unticked, a block alone, or only some', async () => {
  const { user, server } = await show(PLAN)
  const bodies = () => server.calls(planRoutes.acceptRoomPlan).map(({ body }) => body)
  /** Presses a button once the act before is done: until then they are all closed. */
  const press = async (name: string) => {
    await screen.findByRole('button', { name })
    await expect.poll(() => screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(false)
    await user.click(screen.getByRole('button', { name }))
  }
  await user.click(await screen.findByRole('checkbox', { name: 'Accept the place of Grace Mensah' }))
  await press('Accept 3 places')
  await expect.poll(bodies).toEqual([{ except_participant_ids: [idOf(33)] }])

  await press('Accept 2 in Hope')
  await expect.poll(() => bodies()[1]).toEqual({ event_block_id: idOf(20), except_participant_ids: [idOf(33)] })

  // Everybody, then nobody of the block, then one person.
  const all = screen.getByRole('checkbox', { name: 'Tick everybody in Hope' })
  await user.click(all)
  await user.click(all)
  await user.click(screen.getByRole('checkbox', { name: 'Accept the place of Grace Mensah' }))
  await press('Accept 1 in Hope')
  await expect.poll(() => bodies()[2]).toEqual({ participant_ids: [idOf(33)] })
})

it('shows what was accepted and refused, and undoes a block', async () => {
  const hope = { ...HOPE, proposed: 1, accepted: 2, undoable: 2, refused: 1 }
  const { user, server } = await show({ ...PLAN, state: 'confirmed', blocks: [hope] }, ({ answer }) =>
    answer(planRoutes.listPlanPlaces, {
      rows: [place(1, 'Kwame Asante', { refusal: 'This room is taken.' })],
      total: 1,
    }),
  )
  const block = within(await screen.findByRole('region', { name: 'Hope' }))
  expect(block.getByText('2 accepted')).toBeDefined()
  expect(await block.findByText('This room is taken.')).toBeDefined()
  await user.click(block.getByRole('button', { name: 'Undo Hope' }))
  await expect
    .poll(() => server.calls(planRoutes.undoRoomPlan).map(({ body }) => body))
    .toEqual([{ event_block_id: idOf(20) }])
})

it('asks before it takes back the rooms of people who know them', async () => {
  const hope = { ...HOPE, proposed: 0, accepted: 3, undoable: 3, told: 2 }
  const { user, server } = await show({ ...PLAN, state: 'confirmed', blocks: [hope] })
  await user.click(await screen.findByRole('button', { name: 'Undo 3 places' }))
  expect(await screen.findByText(/2 people know their rooms from this proposal already/)).toBeDefined()
  expect(server.calls(planRoutes.undoRoomPlan)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo without them' }))
  await expect
    .poll(() => server.calls(planRoutes.undoRoomPlan).map(({ body }) => body))
    .toEqual([{ except_told: true }])
})

it('takes back one line of what was accepted, and offers what is free elsewhere', async () => {
  const hope = { ...HOPE, proposed: 0, accepted: 2, undoable: 2 }
  const { user, server } = await show({ ...PLAN, state: 'confirmed', blocks: [hope] }, ({ answer }) =>
    answer(planRoutes.listPlanPlaces, {
      rows: ROWS.map((row) => ({ ...row, state: 'accepted' as const, undoable: true })),
      total: ROWS.length,
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo the place of Kwame Asante and Adwoa Asante' }))
  await expect
    .poll(() => server.calls(planRoutes.undoRoomPlan).map(({ body }) => body))
    .toEqual([{ participant_ids: [idOf(31), idOf(32)] }])
  // Nothing is left to accept: the rooms are published next, and nothing can be put aside.
  expect(screen.getByText(/People hear of their rooms when you publish them/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  const offer = screen.getByRole('link', { name: 'Offer Executive' })
  expect(offer.getAttribute('href')).toContain(`reservation_id=${idOf(45)}&room_category_id=${idOf(60)}`)
})

it('shows how far a run is, and stops it', async () => {
  const activityId = idOf(60)
  const running: RoomPlan = { ...PLAN, state: 'running', activity_id: activityId, figures: null, blocks: [], left: [] }
  const activity: Activity = {
    _id: activityId,
    kind: 'room_plan',
    about: { event_id: PLAN.event._id },
    result: {},
    state: 'running',
    done: 120,
    total: 566,
    started_by: null,
    mine: true,
    link: null,
    error: null,
    file: null,
    created_at: PLAN.created_at,
    started_at: PLAN.created_at,
    ended_at: null,
    allowed: ['stop'],
  }
  const { user, server } = await show(running, ({ answer }) => {
    answer(activityRoutes.getActivity, activity)
    answer(activityRoutes.controlActivity, activity)
  })
  expect(await screen.findByText('120 of 566 people have a bed in the best plan so far.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stop and keep the best plan so far' }))
  await expect.poll(() => server.calls(activityRoutes.controlActivity)).toMatchObject([{ params: { act: 'stop' } }])
})

it('sends to a newer proposal, and takes no more of an older one', async () => {
  const { server } = await show({ ...PLAN, state: 'discarded' }, ({ answer }) =>
    answer(planRoutes.listRoomPlans, [{ ...PLAN, _id: idOf(11), number: 8 }]),
  )
  expect(await screen.findByRole('link', { name: 'Open proposal 8' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  expect(server.calls(planRoutes.acceptRoomPlan)).toEqual([])
})

it.each([
  [{ state: 'failed', figures: null, blocks: [], left: [] }, 'This run made no plan'],
  [
    {
      figures: {
        people: 0,
        placed: 0,
        bound: 0,
        wishes: 0,
        wishes_kept: 0,
        districts: 0,
        districts_together: 0,
        broken: 0,
      },
      blocks: [],
      left: [],
    },
    'Nobody is waiting for a bed',
  ],
] as const)('is clear about a run without a plan: %#', async (extra, title) => {
  await show({ ...PLAN, ...extra, blocks: [], left: [] })
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Run again' })).toBeDefined()
})

it('says of a proposal that was undone in part that the other places can still be accepted', async () => {
  const undone = { ...HOPE, proposed: 0, undone: 3 }
  const open = { ...HOPE, event_block_id: idOf(21), block: 'Peace', proposed: 1 }
  await show({ ...PLAN, state: 'undone', blocks: [undone, open] })
  expect(await screen.findByText(/The other places can still be accepted/)).toBeDefined()
  expect(screen.queryByText(/Run again for a plan/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Accept 1 place' })).toBeDefined()
})

it('says of a proposal that was undone as a whole to run again', async () => {
  await show({ ...PLAN, state: 'undone', blocks: [{ ...HOPE, proposed: 0, undone: 3 }] })
  expect(await screen.findByText(/Run again for a plan that fits what changed/)).toBeDefined()
})

it('leads from the board to a proposal that was undone in part', async () => {
  await showScreen(
    () => <Propose eventId={PLAN.event._id} waiting={2} />,
    (server) => server.answer(planRoutes.listRoomPlans, [{ ...PLAN, state: 'undone' }]),
  )
  expect(await screen.findByRole('link', { name: 'Proposal 7' })).toBeDefined()
})
