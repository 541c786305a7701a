// @vitest-environment happy-dom
import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { showScreen } from '../../../../test/screen.tsx'
import { emptyChoice } from '../reserve/choice.ts'
import {
  delegate,
  kitchen,
  kofi,
  sampleEvent,
  sampleId,
  sampleReservation,
  sampleSpouse,
  sampleWaiting,
} from '../reserve/sample.ts'
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

describe('waiting for the same as before', () => {
  const [medium, large, choir, song] = [sampleId(41), sampleId(42), sampleId(51), sampleId(52)]
  const option = { price: 7500, max_per_reservation: 2, stock_left: 3, sold_out: false }
  const shop: UserEvent = {
    ...full,
    products: [
      {
        _id: sampleId(40),
        name: 'T-shirt',
        options: [
          { _id: medium, name: 'M', ...option },
          { _id: large, name: 'XL', ...option, stock_left: 0, sold_out: true },
        ],
      },
    ],
    form: {
      sections: [
        {
          _id: sampleId(50),
          title: 'Music',
          description: '',
          questions: [
            {
              _id: song,
              label: 'Where do you sing?',
              help: '',
              type: 'radio',
              required: true,
              options: [{ _id: choir, label: 'Choir', price: 0, capacity: null, left: null }],
              min_value: null,
              max_value: null,
              min_date: null,
              max_date: null,
              visible_when: null,
              participant_type_ids: [],
              rating_scores: [],
            },
          ],
        },
      ],
    },
  }
  const [place] = sampleReservation.lines
  const before = (shirt: string): ReservationView => ({
    ...sampleReservation,
    status: 'cancelled',
    caterer: { _id: kitchen, name: 'Kitchen' },
    answers: [{ question_id: song, label: 'Where do you sing?', value: choir, words: 'Choir' }],
    lines: place
      ? [place, { ...place, kind: 'product_option', ref_id: shirt, label: 'T-shirt', unit_price: 7500, amount: 7500 }]
      : [],
  })
  const wait = (event: UserEvent, again: ReservationView) =>
    showScreen(
      () => <WaitingForm event={event} lists={lists} again={again} onJoined={() => undefined} />,
      (server) => {
        server.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 1440 })
        server.answer(reservationRoutes.joinWaitingList, sampleWaiting)
      },
    )

  it('keeps extras, meals and answers, and names them', async () => {
    const { user, server } = await wait(shop, before(medium))
    expect(await screen.findByText('Also as before: Kitchen and T-shirt, M.')).toBeTruthy()
    expect(screen.getByText(/235\.00 at today’s prices/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
    expect(server.calls(reservationRoutes.joinWaitingList)).toMatchObject([
      {
        body: {
          caterer_id: kitchen,
          products: [{ product_option_id: medium, quantity: 1 }],
          answers: { [song]: choir },
        },
      },
    ])
  })

  it('leaves out what is sold out, which would keep the place from them, and says so', async () => {
    const caterers = shop.caterers.map((one) => ({ ...one, sold_out: true }))
    const { user, server } = await wait({ ...shop, caterers }, before(large))
    expect(await screen.findByText('“T-shirt, XL” is out of stock.')).toBeTruthy()
    expect(screen.getByText('“Kitchen” is sold out.')).toBeTruthy()
    expect(screen.queryByText(/Also as before/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
    expect(server.calls(reservationRoutes.joinWaitingList)).toMatchObject([
      { body: { caterer_id: null, products: [] } },
    ])
  })
})
