// @vitest-environment happy-dom

import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { EditPage } from './edit-page.tsx'
import { sampleEvent, sampleGuest, sampleReservation, sampleSpouse } from './sample.ts'

// The page stands at its own address in the app; here it is the only one.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: sampleGuest._id }),
  useSearch: () => ({}),
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
