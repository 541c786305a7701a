// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { showScreen } from '../../../../test/screen.tsx'
import { emptyChoice } from '../reserve/choice.ts'
import { delegate, kitchen, kofi, sampleEvent, sampleSpouse, sampleWaiting } from '../reserve/sample.ts'
import type { Lists } from '../reserve/step.ts'
import { texts } from './texts.ts'
import { WaitingForm } from './waiting-form.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'

const t = translator(createI18n('en'), texts)
const { person_id } = kofi
const lists: Lists = {
  titles: [],
  designations: [],
  committees: [],
  spouses: [sampleSpouse],
  family: [],
}
const full = {
  ...sampleEvent,
  places_left: 0,
  participant_types: sampleEvent.participant_types.filter(({ _id }) => _id === delegate),
}

const show = (among: Lists) =>
  showScreen(
    () => <WaitingForm event={full} lists={among} onJoined={() => undefined} />,
    (server) => {
      server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
      server.answer(reservationRoutes.joinWaitingList, sampleWaiting)
    },
  )

it('waits for as many places as are wanted: the family list fills them', async () => {
  const { user, server } = await show(lists)
  expect(await screen.findByText('For Ama Mensah')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One more: How many places?' }))
  expect(screen.getByText('For Ama Mensah and Kofi Mensah')).toBeTruthy()
  expect(screen.getByText(/Everybody on your family list is coming/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
  expect(server.calls(reservationRoutes.joinWaitingList)).toMatchObject([
    { body: { participants: [{ role: 'main' }, { role: 'spouse', person_id }] } },
  ])
})

it('waits for one place less again', async () => {
  const { user } = await show(lists)
  await user.click(await screen.findByRole('checkbox', { name: /Kofi Mensah/ }))
  expect(screen.getByText('For Ama Mensah and Kofi Mensah')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'One fewer: How many places?' }))
  expect(screen.getByText('For Ama Mensah')).toBeTruthy()
})

it('begins at its title, and so does what comes after joining', async () => {
  const part = { kind: 'caterer', name: 'Efua’s Kitchen', item: kitchen } as const
  const wished = { part, choice: { ...emptyChoice, participant_type_id: delegate, caterer: kitchen } }
  const { user } = await showScreen(
    () => <WaitingSheet event={sampleEvent} closeLabel="Close" wished={wished} onClose={() => undefined} />,
    (server) => {
      server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
      server.answer(reservationRoutes.joinWaitingList, sampleWaiting)
    },
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe(t('join_title')))
  await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe(t('title')))
})
