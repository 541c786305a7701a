// @vitest-environment happy-dom
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { MAX_PERSONS } from '@shiloh/contract/reservations/party'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AccountContext, useAccount } from '#platform/account'
import { createI18n, translator } from '#platform/i18n'
import { memoryStorage } from '#platform/session'
import { Toasts } from '#ui/feedback/toast'
import { administrator, type FakeServer, showScreen } from '../../../../test/screen.tsx'
import { choiceOf, emptyChoice, noCare } from './choice.ts'
import { draftStore } from './draft.ts'
import { fitChange, fitChoice } from './fit.ts'
import {
  ama,
  delegate,
  guestKofi,
  kitchen,
  kofi,
  sampleDearer,
  sampleEvent,
  sampleId,
  sampleNow,
  sampleReservation,
  sampleSpouse,
  sampleWaiting,
  standardRoom,
} from './sample.ts'
import type { Lists } from './step.ts'
import type { Step } from './steps.ts'
import { texts } from './texts.ts'
import { Wizard } from './wizard.tsx'

const t = translator(createI18n('en'), texts)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: sampleNow }))
afterEach(() => void vi.useRealTimers())

const lists: Lists = { titles: [], designations: [], committees: [], spouses: [sampleSpouse], family: [] }
const known = { offer: sampleEvent, relatives: [kofi], title_id: null, designation_id: null, now: sampleNow }
const fresh = fitChoice(emptyChoice, known)
const decided = { ...fresh, participant_type_id: delegate, room: standardRoom }

/** The wizard as on its page, with the step of the address in a state. */
function WizardOfEvent({
  edit = false,
  choice = fresh,
  saved = choice,
  event = sampleEvent,
  onCancel = () => undefined,
  isUnsent = false,
  family = lists,
  me = ama,
  reservation = sampleReservation,
  held,
}: {
  edit?: boolean
  choice?: typeof fresh
  saved?: typeof fresh
  event?: typeof sampleEvent
  onCancel?: () => void
  isUnsent?: boolean
  family?: Lists
  me?: ComponentProps<typeof Wizard>['me']
  reservation?: typeof sampleReservation
  held?: typeof fresh
}) {
  const [step, setStep] = useState<Step>()
  const [setup] = useState(() => ({
    start: { choice, step: 'people' as const, key: null, changed_at: '' },
    store: draftStore('test', memoryStorage, memoryStorage),
    standing: { reservation, choice: saved },
  }))
  return (
    <Wizard
      event={event}
      lists={family}
      me={me}
      held={held}
      start={setup.start}
      restored={choice !== fresh && !edit}
      fresh={fresh}
      store={setup.store}
      unsent={isUnsent ? setup.start : undefined}
      {...(edit && { standing: setup.standing })}
      waitingFor={[]}
      step={step}
      onStep={setStep}
      onCancel={onCancel}
      onStale={() => undefined}
    />
  )
}

const arrange = (server: FakeServer) => {
  server.answer(reservationRoutes.listRoomCategories, [])
  server.answer(reservationRoutes.saveDraft, { updated_at: '2027-01-01T00:00:00.000Z' })
  server.answer(reservationRoutes.deleteDraft, {})
  server.answer(paymentRoutes.listPaymentProviders, ['paystack'])
  server.answer(reservationRoutes.makeReservation, sampleReservation)
}
const delegates = sampleEvent.participant_types.slice(0, 1)
/** A type that is for one title. */
const ministers = delegates.map((type) => ({
  ...type,
  _id: sampleId(77),
  name: 'Minister',
  price: 25_000,
  title_ids: [sampleId(78)],
}))

/** The wizard for a member with that title, which the office has not confirmed. */
function WizardOfApostle({ event = sampleEvent }: { event?: typeof sampleEvent }) {
  const account = useAccount()
  const user = { ...administrator([]), title_id: sampleId(78), waiting_for_confirmation: ['title' as const] }
  return (
    <AccountContext value={{ ...account, user }}>
      <WizardOfEvent event={{ ...event, participant_types: [...delegates, ...ministers] }} />
    </AccountContext>
  )
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.getByRole('button', { name })

it('shows the type of an unconfirmed title closed, with the reason', async () => {
  await showScreen(() => <WizardOfApostle />, arrange)
  const select = screen.getByRole('combobox', { name: 'Takes part as Ama Mensah' })
  expect(within(select).getByRole('option', { name: /^Delegate/ })).toHaveProperty('disabled', false)
  expect(within(select).getByRole('option', { name: 'Minister' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Minister: Your title waits to be confirmed by the office')).toBeTruthy()
})

it('closes the type of an unconfirmed title to somebody who comes alone', async () => {
  const event = { ...sampleEvent, fields: { ...sampleEvent.fields, spouse: 'hidden' as const } }
  await showScreen(() => <WizardOfApostle event={event} />, arrange)
  expect(screen.getByRole('radio', { name: /^Minister.*Your title waits to be confirmed/ })).toHaveProperty(
    'disabled',
    true,
  )
})

it('marks what the church wrote in another language', async () => {
  const [first] = sampleEvent.participant_types
  if (!first) throw new Error('there is a type')
  const others = [{ ...first, note: 'Für alle', languages: { name: 'de', note: 'de' } as const }]
  const fields = { ...sampleEvent.fields, spouse: 'hidden' as const }
  await showScreen(() => <WizardOfEvent event={{ ...sampleEvent, fields, participant_types: others }} />, arrange)
  expect(
    [first.name, 'Für alle'].map((words) => screen.getByText(words).closest('[lang]')?.getAttribute('lang')),
  ).toEqual(['de', 'de'])
})

it('says which types are for titles that nobody here has', async () => {
  const event = { ...sampleEvent, participant_types: [...delegates, ...ministers] }
  await showScreen(() => <WizardOfEvent event={event} />, arrange)
  expect(
    screen.getByText(/^Only for certain titles or designations: Minister\. What your account says counts\./),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open your account' }).getAttribute('href')).toBe('/auth/account')
  expect(screen.queryByRole('option', { name: 'Minister' })).toBeNull()
  cleanup()
  // Said at the type itself: the title only waits.
  await showScreen(() => <WizardOfApostle />, arrange)
  expect(screen.queryByText(/^Only for certain titles/)).toBeNull()
})

it('asks for a title where it opens a type or has to be answered, and otherwise takes that of the account', async () => {
  const title = { _id: sampleId(78), name: 'Apostle', minister: true, needs_confirmation: true }
  const family = { ...lists, titles: [title], spouses: [] }
  const asked = async (mode: 'optional' | 'required', participant_types: typeof sampleEvent.participant_types) => {
    const event = { ...sampleEvent, fields: { ...sampleEvent.fields, title: mode }, participant_types }
    await showScreen(() => <WizardOfEvent event={event} family={family} />, arrange)
    const field = screen.queryByLabelText(/^Title/)
    cleanup()
    return field !== null
  }
  expect(await asked('optional', delegates)).toBe(false)
  expect(await asked('optional', [...delegates, ...ministers])).toBe(true)
  expect(await asked('required', delegates)).toBe(true)
})

it('says when the event has begun', async () => {
  const begun = { ...sampleEvent, starts_at: new Date(sampleNow.getTime() - 3_600_000).toISOString() }
  await showScreen(
    () => <WizardOfEvent event={begun} />,
    () => {},
  )
  expect(screen.getByText(/^The event has begun\. You would come from /)).toBeTruthy()
})

it('promises a bed only where the event has rooms', async () => {
  const note = async (accommodations: typeof sampleEvent.accommodations) => {
    await showScreen(
      () => <WizardOfEvent event={{ ...sampleEvent, accommodations }} />,
      () => {},
    )
    const words = screen.getByText(/^Each person gets /).textContent
    cleanup()
    return words
  }
  expect(await note(sampleEvent.accommodations)).toContain('a price, a bed and a code')
  expect(await note([])).toBe('Each person gets a price and a code of their own. Prices in GHS.')
})

it('says how to bring somebody as long as nobody is on the family list', async () => {
  await showScreen(
    () => <WizardOfEvent family={{ ...lists, spouses: [] }} />,
    () => {},
  )
  expect(screen.getByRole('heading', { level: 2, name: 'You and your companions' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { name: 'Who is coming' })).toHaveLength(1)
  expect(screen.getByText(/^You are coming alone\. To bring somebody/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add somebody else' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change your family list' }).getAttribute('href')).toBe('/spouse')
})

it('leads from the persons to the payment, and says on the way what is still open', async () => {
  const { user, server, address } = await showScreen(
    () => <WizardOfEvent />,
    (fake) => {
      arrange(fake)
      fake.answer(paymentRoutes.startPayment, { reference: 'r', status: 'started', checkout_url: null })
    },
  )
  await user.click(button(t('to_rooms')))
  expect(screen.getByRole('region', { name: /attention/ }).textContent).toContain(t('choose_type'))
  await user.selectOptions(screen.getByLabelText(`${t('takes_part_as')} ${ama.name}`), delegate)
  expect(screen.queryByRole('region', { name: /attention/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Kofi/ }))
  await user.click(button(t('to_rooms')))
  await title(t('title_rooms'))
  await user.click(button(t('to_extras')))
  expect(screen.getByRole('region', { name: /attention/ }).textContent).toContain(t('choose_room'))
  await user.click(screen.getByRole('radio', { name: /^Standard/ }))
  await user.click(button(t('to_extras')))
  await user.click(screen.getByRole('radio', { name: /^Kitchen/ }))
  await user.click(button(t('to_review')))
  // Two persons: 100.00 each, three nights at 50.00 and three days at 20.00 each; 30 % of it is due now.
  await user.click(button(t('reserve_and_pay', { amount: 'GHS\u00A0186.00' })))
  await screen.findByText(`Elsewhere: /reservations/${sampleReservation._id}`)
  expect(address()).toBe(`/reservations/${sampleReservation._id}`)
  expect(server.calls(reservationRoutes.makeReservation)[0]?.body).toMatchObject({
    expected_total: 62_000,
    participants: [
      { role: 'main', participant_type_id: delegate },
      { role: 'spouse', person_id: kofi.person_id, participant_type_id: delegate },
    ],
    accommodation: { room_category_id: standardRoom, check_in: '2027-01-22', check_out: '2027-01-25' },
    caterer_id: sampleEvent.caterers[0]?._id,
  })
  expect(server.calls(paymentRoutes.startPayment)[0]?.body).toMatchObject({ amount: 18_600 })
})

it('goes back to a step that is done by the bar above the title, with the keyboard', async () => {
  const { user } = await showScreen(() => <WizardOfEvent choice={decided} />, arrange)
  await user.click(button(t('to_rooms')))
  await title(t('title_rooms'))
  const bar = within(screen.getByRole('navigation', { name: /^Step \d of \d$/ }))
  const done = bar.getByRole('button', { name: `${t('step_done')} ${t('step_people')}` })
  expect(bar.queryByRole('button', { name: t('short_extras') })).toBeNull()
  expect(bar.getByText(t('short_rooms')).closest('li')?.getAttribute('aria-current')).toBe('step')
  done.focus()
  await user.keyboard('{Enter}')
  await title(t('title_people'))
})

it('sends a draft that the page was left with before it had reached the server', async () => {
  const { server } = await showScreen(() => <WizardOfEvent choice={decided} isUnsent />, arrange)
  await expect.poll(() => server.calls(reservationRoutes.saveDraft).length).toBe(1)
})

it('goes back to the step of what was taken meanwhile, and keeps the rest', async () => {
  const { user } = await showScreen(
    () => <WizardOfEvent choice={decided} />,
    (fake) => {
      arrange(fake)
      fake.refuse(reservationRoutes.makeReservation, {
        status: 409,
        code: 'quota_exhausted',
        message: 'No longer available.',
        errors: [{ field: 'accommodation.room_category_id', code: 'sold_out', message: 'No bed is left.' }],
      })
    },
  )
  expect(screen.getByText(t('draft_restored'))).toBeTruthy()
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  await title(t('title_review'))
  await user.click(button(t('reserve_and_pay', { amount: 'GHS\u00A075.00' })))
  await title(t('title_rooms'))
  expect(screen.getByText(t('gone_meanwhile'))).toBeTruthy()
  expect(screen.getByRole('link', { name: t('room') }).closest('li')?.textContent).toContain('No bed is left.')
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('no_lodging')}`) }))
  expect(screen.queryByRole('link', { name: t('room') })).toBeNull()
})

it('shows no payment for a free event, and goes back from the first step to the event', async () => {
  const [first] = sampleEvent.participant_types
  const free = {
    ...sampleEvent,
    participant_types: first ? [{ ...first, price: 0 }] : [],
    accommodations: [],
    caterers: [],
    fields: { ...sampleEvent.fields, title: 'optional' as const },
  }
  let left = 0
  const { user } = await showScreen(
    () => <WizardOfEvent event={free} choice={{ ...decided, room: 'none' }} onCancel={() => (left += 1)} />,
    arrange,
  )
  // The tab key comes to them in the order in which they are seen.
  button(t('back')).focus()
  await user.tab()
  expect(document.activeElement).toBe(button(t('to_review')))
  await user.click(button(t('back')))
  expect(left).toBe(1)
  expect(screen.queryByText(t('step_review'))).toBeNull()
  expect(screen.queryByText('GHS 0.00')).toBeNull()
  await user.click(button(t('to_review')))
  await title(t('title_review_free'))
})

it('has no payment as the last step of a choice that costs nothing, at an event where others do', async () => {
  const event = {
    ...sampleEvent,
    participant_types: sampleEvent.participant_types.map((type) => ({ ...type, price: 0 })),
  }
  const choice = { ...decided, room: 'none' as const }
  const { user } = await showScreen(() => <WizardOfEvent event={event} choice={choice} />, arrange)
  expect(screen.getAllByText(new RegExp(t('step_review'))).length).toBeGreaterThan(0)
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  await title(t('title_review_free'))
  expect(screen.queryByText(new RegExp(t('step_review')))).toBeNull()
})

it('says the new total once the choices rest, and not the first', async () => {
  const { user } = await showScreen(() => <WizardOfEvent choice={decided} />, arrange)
  await title(t('title_people'))
  const said = within(screen.getByRole('complementary')).getByRole('status')
  expect(said.textContent).toBe('')
  await user.click(screen.getByRole('checkbox', { name: /Kofi/ }))
  await waitFor(() => expect(said.textContent).toMatch(/^Total: GHS/), { timeout: 10_000 })
})

it('shows the price of what is sold out, counts rooms that are paid as a whole, and takes half a moment for none', async () => {
  const event = {
    ...sampleEvent,
    accommodations: sampleEvent.accommodations.map((one) => ({ ...one, charged_per: 'room' as const })),
    caterers: sampleEvent.caterers.map((one) => ({ ...one, covers_left: 0, sold_out: true })),
    fields: { ...sampleEvent.fields, arrival: 'optional' as const },
  }
  const { user } = await showScreen(
    () => <WizardOfEvent event={event} choice={{ ...decided, room: 'none' }} />,
    arrange,
  )
  await user.click(button(t('to_details')))
  await title(t('title_details'))
  const day = screen.getByLabelText('Date')
  await user.selectOptions(day, '2027-01-22')
  await user.click(button(t('to_rooms')))
  expect(screen.getByRole('region', { name: /attention/ }).textContent).toContain(t('choose_arrival'))
  await user.selectOptions(screen.getByLabelText('Time'), '14:30')
  await user.click(button(t('to_rooms')))
  await title(t('title_rooms'))
  expect(screen.getByText(t('rooms_left', { count: 2 }))).toBeTruthy()
  await user.click(button(t('to_extras')))
  const kitchen = screen.getByRole('radio', { name: /^Kitchen/ }).closest('label')
  expect(kitchen?.textContent).toContain('GHS\u00A020.00')
  expect(kitchen?.textContent).toContain('Sold out')
  await user.click(button(t('to_review')))
  expect(await screen.findByText('Fri 22 January, 2027, 2:30 PM')).toBeTruthy()
})

it('waits for one thing that is sold out in the sheet of the waiting list, beside the reservation', async () => {
  const event = {
    ...sampleEvent,
    caterers: sampleEvent.caterers.map((one) => ({ ...one, covers_left: 0, sold_out: true })),
  }
  const { user, server } = await showScreen(
    () => <WizardOfEvent event={event} choice={decided} />,
    (fake) => {
      arrange(fake)
      fake.answer(reservationRoutes.readWaitingList, {
        waiting: [
          { kind: 'event', name: '', count: 9 },
          { kind: 'caterer', name: 'Kitchen', count: 2 },
        ],
        offer_minutes: 720,
      })
      fake.refuse(reservationRoutes.joinWaitingList, {
        status: 422,
        code: 'invalid_input',
        message: 'Some details need your attention.',
        errors: [
          { field: 'participants.0.caterer_id', code: 'beyond_capacity', message: 'This is more than there is.' },
        ],
      })
    },
  )
  for (const step of ['rooms', 'extras'] as const) await user.click(button(t(`to_${step}`)))
  await user.click(button(t('join_waiting')))
  const sheet = await screen.findByRole('dialog', { name: 'Join the waiting list' })
  expect(await within(sheet).findByText('2 people are before you. You pay nothing now.')).toBeTruthy()
  expect(within(sheet).getByText('We write to ama@shiloh.example. Then you have 12 hours.')).toBeTruthy()
  expect(within(sheet).getByText('GHS 60.00 at today’s prices')).toBeTruthy()
  await user.click(within(sheet).getByRole('button', { name: 'Join the waiting list' }))
  // What a field says is more than the answer as a whole.
  expect((await within(sheet).findByRole('alert')).textContent).toBe('This is more than there is.')
  server.answer(reservationRoutes.joinWaitingList, {
    _id: sampleId(90),
    event_id: event._id,
    kind: 'caterer',
    name: 'Kitchen',
    item_id: null,
    reservation: null,
    status: 'waiting',
    ahead: 2,
    offer_expires_at: null,
    created_at: '2026-12-01T10:00:00.000Z',
    keeps_prices: true,
  })
  await user.click(within(sheet).getByRole('button', { name: 'Join the waiting list' }))
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(said()).toContain('You are 3rd in line for “Kitchen”, Men’s weekend.'))
  expect(server.calls(reservationRoutes.joinWaitingList)[0]?.body).toMatchObject({ caterer_id: kitchen })
  await user.click(screen.getByRole('button', { name: 'Back to your reservation' }))
  await user.click(button(t('to_review')))
  await title(t('title_review'))
})

it('offers the waiting list where the first step says that a type is sold out, for what was chosen', async () => {
  const [first] = sampleEvent.participant_types
  if (!first) throw new Error('there is a type')
  const event = {
    ...sampleEvent,
    fields: { ...sampleEvent.fields, spouse: 'hidden' as const },
    participant_types: [{ ...first, _id: delegate, places_left: 0, sold_out: true }],
  }
  const { user, server } = await showScreen(
    () => <WizardOfEvent event={event} choice={decided} />,
    (fake) => {
      arrange(fake)
      fake.answer(reservationRoutes.readWaitingList, { waiting: [], offer_minutes: 720 })
      fake.answer(identityRoutes.listSpouses, [])
      fake.answer(identityRoutes.listFamily, [])
      fake.answer(reservationRoutes.joinWaitingList, sampleWaiting)
    },
  )
  await user.click(button(t('join_waiting')))
  const sheet = await screen.findByRole('dialog', { name: 'Join the waiting list' })
  await user.click(await within(sheet).findByRole('button', { name: 'Join the waiting list' }))
  await waitFor(() => expect(server.calls(reservationRoutes.deleteDraft)).toHaveLength(1))
  expect(server.calls(reservationRoutes.joinWaitingList)[0]?.body).toMatchObject({
    participants: [{ participant_type_id: delegate }],
  })
})

it('starts again, and brings what was chosen back', async () => {
  const { user, server } = await showScreen(
    () => (
      <>
        <WizardOfEvent choice={decided} />
        <Toasts />
      </>
    ),
    arrange,
  )
  const type = () => screen.getByRole('combobox', { name: 'Takes part as Ama Mensah' })
  expect(type()).toHaveProperty('value', delegate)
  await user.click(button(t('start_afresh')))
  expect(type()).toHaveProperty('value', '')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(type()).toHaveProperty('value', delegate)
  cleanup()
  // What was brought back is also sent, although it had just been deleted.
  await waitFor(() => expect(server.calls(reservationRoutes.saveDraft)).toHaveLength(1))
})

it('sends an attempt without an answer again as it was', async () => {
  const { user, server } = await showScreen(
    () => <WizardOfEvent choice={decided} />,
    (fake) => {
      arrange(fake)
      fake.refuse(reservationRoutes.makeReservation, { status: 503, code: 'overloaded', message: 'Too busy.' })
    },
  )
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  await user.click(button(t('reserve_and_pay', { amount: 'GHS\u00A075.00' })))
  await screen.findByText(`Too busy. ${t('lost_answer')}`)
  server.answer(reservationRoutes.makeReservation, { ...sampleReservation, allowed: [] })
  await user.click(button(t('try_again')))
  await screen.findByText(/^Elsewhere/)
  const [first, second, ...others] = server.calls(reservationRoutes.makeReservation)
  expect([second, others]).toEqual([first, []])
})

it('says why nobody else of the family can be ticked', async () => {
  const guest = { role: 'companion' as const, title_id: null, designation_id: null, guardian_id: null, care: noCare }
  const guests = Array.from({ length: MAX_PERSONS - 1 }, (_, i) => ({
    ...guest,
    participant_type_id: delegate,
    person_id: sampleId(200 + i),
  }))
  await showScreen(() => <WizardOfEvent choice={{ ...fresh, guests }} />, arrange)
  const tick = await screen.findByRole('checkbox', { name: new RegExp(kofi.name) })
  expect(tick).toHaveProperty('disabled', true)
  const why = document.getElementById(tick.getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toBe(t('people_full', { most: MAX_PERSONS }))
})

it('asks somebody whose account has no gender once, before a bed, and stores the answer with the account', async () => {
  const { user, server } = await showScreen(
    () => (
      <WizardOfEvent
        choice={{ ...decided, room: 'none' }}
        me={{ ...ama, gender: null }}
        event={{ ...sampleEvent, approval_required: true }}
      />
    ),
    (fake) => {
      arrange(fake)
      fake.answer(identityRoutes.updateProfile, administrator([]))
    },
  )
  await user.click(button(t('to_rooms')))
  expect(screen.queryByRole('radio', { name: t('female') })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Standard/ }))
  await user.click(button(t('to_extras')))
  expect(screen.getByRole('region', { name: /attention/ }).textContent).toContain(t('choose_gender'))
  // Like the problem of every other choice, it is marked by more than its colour.
  expect(screen.getByText(t('choose_gender'), { selector: 'span' }).parentElement?.querySelector('svg')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: t('female') }))
  await user.click(button(t('to_extras')))
  await user.click(button(t('to_review')))
  await user.click(button(t('reserve')))
  await waitFor(() => expect(server.calls(reservationRoutes.makeReservation)).toHaveLength(1))
  expect(server.calls(identityRoutes.updateProfile).map(({ body }) => body)).toEqual([{ gender: 'female' }])
})

it.each([
  ['that is known', ama, decided],
  ['of somebody without a bed', { ...ama, gender: null }, { ...decided, room: 'none' }],
])('asks for no gender %s', async (_, me, choice) => {
  const { user } = await showScreen(() => <WizardOfEvent me={me} choice={choice} />, arrange)
  await user.click(button(t('to_rooms')))
  expect(screen.queryByRole('radio', { name: t('female') })).toBeNull()
  await user.click(button(t('to_extras')))
  expect(button(t('to_review'))).toBeTruthy()
})

it('adds somebody new to the family, who then comes along', async () => {
  const { user, server } = await showScreen(
    () => <WizardOfEvent />,
    (fake) => {
      arrange(fake)
      fake.answer(identityRoutes.addFamilyMember, {
        _id: sampleId(70),
        relation: 'child',
        first_name: 'Esi',
        last_name: 'Mensah',
        other_names: null,
        name: 'Esi Mensah',
        gender: 'female',
        birth_date: '2025-03-01',
        created_at: '2026-01-01T00:00:00.000Z',
      })
    },
  )
  await user.click(button(t('add_somebody')))
  const genders = within(screen.getByRole('group', { name: t('add_somebody') })).getAllByRole<HTMLInputElement>('radio')
  expect(genders.map(({ value, checked }) => [value, checked])).toEqual([
    ['male', false],
    ['female', false],
  ])
  await user.click(button(t('save_person')))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(t('first_name'))))
  await user.type(screen.getByLabelText(t('first_name')), 'Esi')
  await user.click(button(t('save_person')))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: t('male') })))
  await user.click(screen.getByRole('radio', { name: t('female') }))
  await user.type(screen.getByLabelText('Day'), '1')
  await user.click(button(t('save_person')))
  expect(screen.getByText(/^There is no such date\./)).toBeTruthy()
  expect(server.calls(identityRoutes.addFamilyMember)).toEqual([])
  await user.selectOptions(screen.getByLabelText('Month'), 'March')
  await user.type(screen.getByLabelText('Year'), '2025')
  await user.click(button(t('save_person')))
  await screen.findByText(t('chosen', { count: 2 }))
  expect(server.calls(identityRoutes.addFamilyMember)[0]?.body).toMatchObject({ first_name: 'Esi', relation: 'child' })
  expect(button(t('add_somebody'))).toBeTruthy()
})

it('says of cash what is due at the desk, and when the rest is due, even if that is earlier', async () => {
  const event = { ...sampleEvent, cash_deadline: '2027-01-15T16:00:00.000Z' }
  const { user } = await showScreen(() => <WizardOfEvent choice={decided} event={event} />, arrange)
  await user.click(button(t('to_rooms')))
  await user.click(button(t('to_extras')))
  await user.click(screen.getByRole('radio', { name: /^Kitchen/ }))
  await user.click(button(t('to_review')))
  const cash = screen.getByRole('radio', { name: new RegExp(`^${t('pay_desk')}`) })
  const line = cash.closest('label')?.textContent?.replaceAll('\u00A0', ' ')
  expect(line).toContain('Pay GHS 93.00 at the desk by Fri 15 January, 2027, 4:00 PM.')
  expect(line).toContain('The rest, GHS 217.00, is due by Sun 10 January, 2027.')
  expect(line).not.toContain('310.00')
})

it('says in the review what each thing costs and for which days, and whose bed is for a man or a woman', async () => {
  const me = { ...ama, gender: null }
  const choice = { ...decided, guests: [guestKofi], caterer: kitchen, gender: 'female' as const }
  const { user } = await showScreen(() => <WizardOfEvent me={me} choice={choice} />, arrange)
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  expect(screen.getByText(t('beds')).nextSibling?.textContent).toBe('Ama Mensah (female), Kofi Mensah (male)')
  const lines = within(screen.getByRole('region', { name: t('prices') })).getAllByRole('term')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'DelegateAma Mensah',
    'DelegateKofi Mensah',
    'Standard2 people, 3 nights at 50.00, 22 – 25 January, 2027',
    'Kitchen2 people, 3 days at 20.00',
    'Total',
  ])
})

it('changes a reservation with the same steps, and says what that costs', async () => {
  const held = fitChoice(choiceOf(sampleReservation), known)
  const { user, server } = await showScreen(
    () => <WizardOfEvent edit choice={held} />,
    (fake) => {
      arrange(fake)
      fake.answer(reservationRoutes.editMyReservation, sampleReservation)
    },
  )
  await user.click(button(t('to_rooms')))
  await user.click(screen.getByRole('radio', { name: /^Standard/ }))
  const [, second] = screen.getAllByRole('button', { pressed: true })
  if (second) await user.click(second)
  await user.click(button(t('to_extras')))
  await user.click(button(t('to_review')))
  await user.click(button(t('save_changes')))
  await screen.findByText(/^Elsewhere/)
  const [edit] = server.calls(reservationRoutes.editMyReservation)
  expect(edit).toMatchObject({ params: { id: sampleReservation._id }, body: { expected_total: 15_000 } })
  expect(server.calls(reservationRoutes.deleteDraft)).toEqual([])
})

it.each([
  ['the deadline of the desk', '2027-01-05T16:00:00Z', null, /by Tue 05 January, 2027, 4:00\sPM\.$/],
  [
    'the end of the change that waits',
    '2027-01-05T16:00:00Z',
    '2027-01-04T16:00:00Z',
    /by Mon 04 January, 2027, 4:00\sPM\.$/,
  ],
  ['its end where the desk takes no more', null, '2027-01-04T16:00:00Z', /by Mon 04 January, 2027, 4:00\sPM\.$/],
])(
  'says of a dearer change that is paid at the desk until when to pay: %s',
  async (_, cash_deadline, expires_at, words) => {
    const wish = { participants: [{ role: 'main' as const, participant_type_id: delegate }], pays_at_desk: true }
    const pending_change = expires_at && sampleDearer.pending_change
    const reservation = {
      ...sampleReservation,
      status: 'active' as const,
      pays_at_desk: true,
      total: 5_000,
      paid: 5_000,
      balance: 0,
      back_facts: { ...sampleReservation.back_facts, usable: 5_000, ruled_total: 5_000 },
      pending_change: pending_change ? { ...pending_change, previous_total: 5_000, wish, expires_at } : null,
    }
    const own = choiceOf(reservation)
    const event = { ...sampleEvent, cash_deadline, deposit_percent: null }
    const { user } = await showScreen(
      () => (
        <WizardOfEvent
          edit
          choice={fitChange(own, { ...known, offer: event, held: own })}
          reservation={reservation}
          event={event}
        />
      ),
      arrange,
    )
    for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
    expect(await screen.findByText(words)).toBeTruthy()
  },
)

it.each([
  ['everything', [], /less\. GHS\s100\.00 is refunded\.$/],
  ['a part', [{ until: '2027-01-20T00:00:00Z', percent: 30 }], /Of the GHS\s100\.00 .* gives back GHS\s30\.00\.$/],
  ['nothing', [{ until: '2026-01-01T00:00:00Z', percent: 100 }], /less\. .* gives nothing back now\.$/],
])('says of a cheaper change that the rule gives back %s', async (_, refund_rules, words) => {
  const reservation = {
    ...sampleReservation,
    status: 'active' as const,
    total: 20_000,
    paid: 20_000,
    balance: 0,
    back_facts: { ...sampleReservation.back_facts, usable: 20_000, ruled_total: 20_000 },
  }
  const { user } = await showScreen(
    () => (
      <WizardOfEvent
        edit
        choice={fitChoice(choiceOf(sampleReservation), known)}
        reservation={reservation}
        event={{ ...sampleEvent, refund_rules, cancellation_deadline: null }}
      />
    ),
    arrange,
  )
  await user.click(button(t('to_rooms')))
  await user.click(button(t('to_extras')))
  await user.click(button(t('to_review')))
  expect(await screen.findByText(words)).toBeTruthy()
})

it.each([
  [
    8_000,
    /^GHS\s50\.00 more\. GHS\s20\.00 is then left to pay\. The GHS\s30\.00 that was to be refunded counts towards it\.$/,
  ],
  [12_000, /^GHS\s50\.00 more\. It is paid already\. The GHS\s50\.00 that was to be refunded counts towards it\.$/],
])('counts what was paid beyond the price before towards a dearer one: %i', async (usable, words) => {
  const reservation = {
    ...sampleReservation,
    status: 'active' as const,
    total: 5_000,
    paid: usable,
    balance: 0,
    back_facts: { ...sampleReservation.back_facts, usable, ruled_total: usable },
  }
  const { user } = await showScreen(
    () => (
      <WizardOfEvent
        edit
        choice={fitChoice(choiceOf(sampleReservation), known)}
        reservation={reservation}
        event={{ ...sampleEvent, refund_rules: [], cancellation_deadline: null }}
      />
    ),
    arrange,
  )
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  expect(await screen.findByText(words)).toBeTruthy()
})

it('closes the nights of a running event that are over, says why, and charges the rest', async () => {
  vi.setSystemTime(new Date('2027-01-23T10:00:00Z'))
  const late = { ...fitChoice(emptyChoice, { ...known, now: new Date() }), participant_type_id: delegate }
  const { user } = await showScreen(() => <WizardOfEvent choice={{ ...late, room: standardRoom }} />, arrange)
  await user.click(button(t('to_rooms')))
  expect(screen.getByText(t('nights_over'))).toBeTruthy()
  const tiles = within(screen.getByRole('group', { name: t('nights') })).getAllByRole<HTMLButtonElement>('button')
  expect(tiles.map((tile) => [tile.disabled, tile.getAttribute('aria-pressed')])).toEqual([
    [true, 'false'],
    [false, 'true'],
    [false, 'true'],
  ])
})

it.each([
  ['2027-01-25', 3, 3],
  ['2027-01-28', 6, 6],
  ['2027-01-29', 7, 4],
])(
  'has a tile for each night only, and none alone in the last row: those until %s',
  async (check_out_until, tiles, across) => {
    const accommodations = sampleEvent.accommodations.map((one) => ({ ...one, check_out_until }))
    const event = { ...sampleEvent, accommodations }
    const { user } = await showScreen(() => <WizardOfEvent event={event} choice={decided} />, arrange)
    await user.click(button(t('to_rooms')))
    const nights = screen.getByRole('group', { name: t('nights') })
    expect(nights.style.gridTemplateColumns).toBe(`repeat(${across}, minmax(0, 1fr))`)
    expect(nights.children).toHaveLength(tiles)
    expect(screen.getByText(/^Departure/).textContent).toMatch(/^Departure: Mon\W25\WJanuary,\W2027$/)
  },
)

it('says of a participant type that is held for somebody no longer that it is sold out', async () => {
  const event = {
    ...sampleEvent,
    fields: { ...sampleEvent.fields, spouse: 'hidden' as const },
    participant_types: sampleEvent.participant_types.map((one) => ({ ...one, places_left: 0, sold_out: true })),
  }
  await showScreen(() => <WizardOfEvent event={event} choice={decided} held={decided} />, arrange)
  const [first] = sampleEvent.participant_types
  const one = screen.getByRole('radio', { name: new RegExp(`^${first?.name ?? ''}`) })
  expect(one.closest('label')?.textContent).not.toContain('Sold out')
})

it.each([
  ['stays', true, 'Health and dietStays as it is'],
  ['was never said', false, undefined],
] as const)('says in the review of a change what is confidential and %s', async (_, health_kept, said) => {
  const event: typeof sampleEvent = {
    ...sampleEvent,
    fields: { ...sampleEvent.fields, medical_conditions: 'optional', dietary_preference: 'optional' },
  }
  const choice = { ...decided, caterer: 'none' }
  const participants = sampleReservation.participants.map((one) => ({ ...one, health_kept }))
  const reservation = { ...sampleReservation, participants }
  const { user } = await showScreen(
    () => <WizardOfEvent edit event={event} choice={choice} reservation={reservation} />,
    arrange,
  )
  await user.click(button(t('to_details')))
  expect(screen.queryByText(/^What you told us before is confidential/) !== null).toBe(health_kept)
  for (const step of ['rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  const details = screen.queryByRole('heading', { level: 2, name: t('step_details') })?.closest('section')
  expect(details?.textContent.includes(said ?? 'Health')).toBe(said === undefined ? undefined : true)
  expect(screen.queryByText('Changed')).toBeNull()
})

it('marks in the review of a change what is new, changed and removed, in words', async () => {
  const answer = { question_id: sampleId(501), label: 'Choir', value: 'Yes', words: null }
  const saved = { ...decided, caterer: 'none', room: 'none' as const, answers: { [answer.question_id]: 'Yes' } }
  const reservation = { ...sampleReservation, answers: [answer] }
  const choice = { ...saved, room: standardRoom, answers: {}, arrival: '2027-01-22T09:00' }
  const event = { ...sampleEvent, fields: { ...sampleEvent.fields, arrival: 'optional' as const } }
  const { user } = await showScreen(
    () => <WizardOfEvent edit event={event} choice={choice} saved={saved} reservation={reservation} />,
    arrange,
  )
  for (const step of ['details', 'rooms', 'extras', 'review'] as const) await user.click(button(t(`to_${step}`)))
  const lines = screen.getAllByRole('term').map((term) => term.parentElement?.textContent ?? '')
  const line = (label: string) => lines.find((text) => text.startsWith(label))
  expect(line('Choir')).toBe('ChoirYesRemoved')
  expect(line(t('room'))).toMatch(/Changed Before: No lodging$|Changed Before: /)
  expect(line(t('arrival'))).toMatch(/New$/)
  expect(line(t('participant_type'))).not.toMatch(/New|Changed|Removed/)
})

it('leads the focus on from an answer that was removed, and says after the last one when they go', async () => {
  const answers = ['Choir', 'Bus', 'Book'].map((label, i) => ({
    question_id: sampleId(501 + i),
    label,
    value: 'Yes',
    words: null,
  }))
  const given = Object.fromEntries(answers.map(({ question_id, value }) => [question_id, value]))
  const reservation = { ...sampleReservation, answers }
  const { user } = await showScreen(
    () => <WizardOfEvent edit choice={{ ...decided, answers: given }} reservation={reservation} />,
    arrange,
  )
  await user.click(button(t('to_details')))
  const removing = (label: string) => screen.findByRole('button', { name: `Remove the answer to “${label}”` })
  const remove = async (label: string) => {
    const removed = await removing(label)
    removed.focus()
    await user.keyboard('{Enter}')
  }
  const isFocused = (expected: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(expected))
  await remove('Choir')
  await isFocused(await removing('Bus'))
  await remove('Book')
  await isFocused(await removing('Bus'))
  await remove('Bus')
  await isFocused(screen.getByRole('heading', { name: 'Answered before' }))
  expect(screen.getByText('The answers are removed when the change is saved.')).toBeTruthy()
})
