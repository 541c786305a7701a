// @vitest-environment happy-dom

import { publicEventRoutes } from '@shiloh/contract/events/events'
import { type FormQuestion, formOnWire } from '@shiloh/contract/forms/forms'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { EditPage } from './edit-page.tsx'
import {
  kitchen,
  sampleDearer,
  sampleEvent,
  sampleGuest,
  sampleId,
  sampleReservation,
  sampleSpouse,
  sampleWaiting,
} from './sample.ts'

const address = vi.hoisted(() => ({ search: {} as { step?: string } }))
// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleGuest._id }),
  useSearch: () => address.search,
}))

it('says to a guest that who reserved can change it, with the way back to the reservation', async () => {
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, sampleGuest)
      server.answer(reservationRoutes.listMyWaiting, [])
    },
    { path: `/reservations/${sampleGuest._id}/edit` },
  )
  expect(
    await screen.findByRole('heading', { name: 'Ama Mensah has reserved a place for you at this event.' }),
  ).toBeTruthy()
  expect(screen.getByText('Only Ama Mensah can change or cancel this reservation.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: sampleGuest.event.name })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See my reservation' }).getAttribute('href')).toBe(
    `/reservations/${sampleGuest._id}`,
  )
  expect(screen.queryByText('This reservation cannot be changed')).toBeNull()
})

it('shows the frame of the steps as soon as it knows the event, and the choice in it once all is there', async () => {
  const lists = Promise.withResolvers<never[]>()
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, allowed: ['edit'] })
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(identityRoutes.listSpouses, () => lists.promise)
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleReservation._id}/edit` },
  )
  const heading = await screen.findByRole('heading', { name: 'Who is coming' })
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: /Takes part as/ })).toBeNull()
  lists.resolve([])
  expect(await screen.findByRole('button', { name: /^Continue/ })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Who is coming' }).textContent).toBe(heading.textContent)
})

it('says where people are chosen that the office adds them, once it has approved who comes', async () => {
  const approved = { needs_approval: true, approved_at: '2026-11-30T10:00:00.000Z', allowed: ['edit' as const] }
  const open = async (of: Partial<typeof sampleReservation>) =>
    showScreen(
      EditPage,
      (server) => {
        server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, ...approved, ...of })
        server.answer(publicEventRoutes.readUserEvent, { ...sampleEvent, approval_required: true })
        server.answer(reservationRoutes.listMyWaiting, [])
        server.answer(identityRoutes.listSpouses, [sampleSpouse])
        server.answer(identityRoutes.listFamily, [])
      },
      { path: `/reservations/${sampleReservation._id}/edit` },
    )
  await open({})
  const spouse = await screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(sampleSpouse.first_name) })
  expect(spouse.disabled).toBe(true)
  const note = screen.getByText(/^The office has approved who comes\. Only the office can add somebody now\./)
  expect(spouse.getAttribute('aria-describedby')).toContain(note.id)
  expect(screen.getByRole('link', { name: 'Ask the office' }).getAttribute('href')).toBe('/support/new')
  expect(screen.queryByRole('button', { name: /Add somebody/ })).toBeNull()
  cleanup()

  await open({ approved_at: null })
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).disabled).toBe(false)
  expect(screen.queryByText(/^The office has approved who comes/)).toBeNull()
})

it('calls no participant type sold out whose place is already that of the person', async () => {
  const [own, other] = sampleEvent.participant_types
  if (!own || !other) throw new Error('The sample has too few types')
  const types = [own, { ...other, max_age: null }].map((type) => ({ ...type, places_left: 0, sold_out: true }))
  const fields = { ...sampleEvent.fields, spouse: 'hidden' as const }
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, allowed: ['edit'] })
      server.answer(publicEventRoutes.readUserEvent, { ...sampleEvent, fields, participant_types: types })
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleReservation._id}/edit` },
  )
  expect((await screen.findByRole('radio', { name: /^Delegate/ })).closest('label')?.textContent).not.toContain(
    'Sold out',
  )
  expect(screen.getByRole('radio', { name: /^Infant/ }).closest('label')?.textContent).toContain('Sold out')
})

const workshop: FormQuestion = {
  _id: sampleId(60),
  label: 'Workshop',
  help: '',
  type: 'radio',
  required: true,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: [{ _id: sampleId(61), label: 'Choir', price: 0, capacity: null, left: null }],
}

/** Opens a step of an edit, whose answer is an option that the event has no longer. */
const openGone = (step: string, type: 'radio' | 'select') => {
  address.search = { step }
  onTestFinished(() => {
    address.search = {}
  })
  const questions = [{ ...workshop, type }]
  const form = { sections: [{ _id: sampleId(63), title: 'Extras', description: '', questions }] }
  return showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, {
        ...sampleReservation,
        allowed: ['edit'],
        answers: [{ question_id: workshop._id, label: 'Workshop', value: sampleId(62), words: 'Drama' }],
      })
      server.answer(publicEventRoutes.readUserEvent, { ...sampleEvent, form: formOnWire(form) })
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleReservation._id}/edit` },
  )
}

it('keeps an option chosen that is offered no longer, also after another one was tried', async () => {
  const { user } = await openGone('details', 'radio')
  const drama = await screen.findByRole<HTMLInputElement>('radio', { name: /^Drama.*No longer offered/ })
  expect(drama.checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Choir' }))
  expect(drama.checked).toBe(false)
  await user.click(drama)
  expect(drama.checked).toBe(true)
  cleanup()

  await openGone('details', 'select')
  const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Workshop' })
  expect(list.selectedOptions[0]?.textContent).toBe('Drama, No longer offered')
})

it('names an option that is offered no longer in the review by its words', async () => {
  await openGone('review', 'radio')
  expect(await screen.findByText('Drama')).toBeTruthy()
  expect(screen.queryByText(sampleId(62))).toBeNull()
})

it('starts from a change that waits for its payment, and says so', async () => {
  address.search = { step: 'review' }
  onTestFinished(() => {
    address.search = {}
  })
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...sampleDearer, allowed: ['edit'] })
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleDearer._id}/edit` },
  )
  expect(await screen.findByText(/^Your last change is not paid yet: GHS 100\.00 is due by/)).toBeTruthy()
  expect(screen.getByText(/^2 chosen/)).toBeTruthy()
  expect(screen.getByText(/^GHS 100\.00 more\..*your answers too/)).toBeTruthy()
})

it('opens any step of a change at once', async () => {
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, allowed: ['edit'] })
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.listMyWaiting, [])
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleReservation._id}/edit` },
  )
  await screen.findByRole('button', { name: /^Continue/ })
  const steps = within(screen.getByRole('navigation', { name: 'Steps' }))
  const [here, ...others] = steps.getAllByRole('listitem').map((step) => within(step).queryByRole('button'))
  expect(here).toBeNull()
  expect(others.length).toBeGreaterThan(1)
  expect(others.every((button) => button !== null)).toBe(true)
})

it('shows the price that the waiting list keeps of what it offers for the reservation', async () => {
  address.search = { step: 'extras' }
  onTestFinished(() => {
    address.search = {}
  })
  await showScreen(
    EditPage,
    (server) => {
      server.answer(reservationRoutes.getMyReservation, { ...sampleReservation, allowed: ['edit'] })
      server.answer(publicEventRoutes.readUserEvent, sampleEvent)
      server.answer(reservationRoutes.listMyWaiting, [
        {
          ...sampleWaiting,
          kind: 'caterer',
          name: 'Kitchen',
          item_id: kitchen,
          status: 'offered',
          offer_expires_at: '2099-01-01T00:00:00.000Z',
          reservation: { _id: sampleReservation._id, code: sampleReservation.code },
          event: sampleReservation.event,
          wish: { participants: [{ role: 'main', participant_type_id: sampleId(1), caterer_id: kitchen }] },
          prices: [{ kind: 'caterer', ref_id: kitchen, unit_price: 1_500, charged_per: null, quantity: 1 }],
        },
      ])
      server.answer(identityRoutes.listSpouses, [])
      server.answer(identityRoutes.listFamily, [])
    },
    { path: `/reservations/${sampleReservation._id}/edit` },
  )
  expect((await screen.findByRole('radio', { name: /^Kitchen/ })).closest('label')?.textContent).toContain(
    'GHS\u00a015.00',
  )
  expect(
    screen.getByText(
      'You keep the price of Tue 01 December, 2026 for “Kitchen”, when you joined the waiting list. If it is lower today, you pay the lower one.',
    ),
  ).toBeTruthy()
})
