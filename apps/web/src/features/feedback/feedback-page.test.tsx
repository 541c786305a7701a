// @vitest-environment happy-dom
import { type Feedback, feedbackRoutes } from '@shiloh/contract/feedback'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { FeedbackPage } from './feedback-page.tsx'

const SAID: Feedback = {
  reservation_id: idOf(7),
  code: 'MW-7KQ2',
  event: {
    _id: idOf(1),
    name: 'Ministers & Wives 2027',
    starts_at: '2027-01-22T08:00:00.000Z',
    ends_at: '2027-01-27T12:00:00.000Z',
    time_zone: 'Africa/Accra',
  },
  open: true,
  rating: null,
  words: '',
  written_at: null,
}

const show = (said: Feedback) =>
  showScreen(
    FeedbackPage,
    (server) => {
      server.answer(feedbackRoutes.getMyFeedback, said)
      server.answer(feedbackRoutes.giveFeedback, {
        ...said,
        rating: 4,
        words: 'Warm.',
        written_at: '2027-01-28T08:00:00.000Z',
      })
    },
    { path: '/reservations/$id/feedback' },
  )

it('asks for a rating, and sends it with the words', async () => {
  const { user, server } = await show(SAID)
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Choose one of the five.')).toBeTruthy()
  expect(server.calls(feedbackRoutes.giveFeedback)).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Very good' }))
  await user.type(screen.getByRole('textbox', { name: /next time/ }), 'Warm.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(server.calls(feedbackRoutes.giveFeedback)).toMatchObject([{ body: { rating: 4, words: 'Warm.' } }]),
  )
})

it('thanks for an answer instead of asking again, and lets it be changed', async () => {
  const { user } = await show({ ...SAID, rating: 4, words: 'Warm.', written_at: '2027-01-28T08:00:00.000Z' })
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeTruthy()
  expect(screen.getByText(/Very good/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change my answer' }))
  expect(screen.getByRole('radio', { name: 'Very good' })).toHaveProperty('checked', true)
})

it('says when it is not open', async () => {
  await show({ ...SAID, open: false })
  expect(await screen.findByRole('heading', { name: /when the event has begun/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})
