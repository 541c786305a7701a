// @vitest-environment happy-dom
import { contentRoutes, type EditedFaq } from '@shiloh/contract/content'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Toasts } from '#ui/feedback/toast'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { FaqsPage } from './faqs-page.tsx'

const faq = (n: number, question: string, english?: string): EditedFaq => ({
  _id: idOf(n),
  category: 'payment',
  question,
  answer: 'Am Schalter.',
  answer_html: '<p>Am Schalter.</p>',
  position: n,
  language: 'de',
  translations: english === undefined ? {} : { en: { question: english, answer: 'At the desk.' } },
  published: true,
  created_at: '2027-01-01T08:00:00.000Z',
  updated_at: '2027-01-01T08:00:00.000Z',
})

it('lists questions in the language of the reader, and as they were written where that is missing', async () => {
  await showScreen(
    () => <FaqsPage />,
    (server) =>
      server.answerList(contentRoutes.listFaqs, [
        faq(1, 'Wie zahle ich?', 'How can I pay?'),
        faq(2, 'Bekomme ich es zurück?'),
      ]),
    { path: '/admin/faqs' },
  )
  expect(await screen.findByRole('link', { name: 'How can I pay?' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Bekomme ich es zurück?' })).toBeTruthy()
  expect(screen.queryByText('Wie zahle ich?')).toBeNull()
})

it('takes back in the toast that a question is no longer published', async () => {
  const { user, server } = await showScreen(
    () => (
      <>
        <FaqsPage />
        <Toasts />
      </>
    ),
    (fake) => {
      fake.answerList(contentRoutes.listFaqs, [faq(1, 'Wie zahle ich?', 'How can I pay?')])
      fake.answer(contentRoutes.updateFaq, faq(1, 'Wie zahle ich?', 'How can I pay?'))
    },
    { path: '/admin/faqs' },
  )
  await user.click(await screen.findByRole('switch', {}, { timeout: 5000 }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }, { timeout: 5000 }))
  await waitFor(() =>
    expect(server.calls(contentRoutes.updateFaq).map(({ body }) => body)).toEqual([
      { published: false },
      { published: true },
    ]),
  )
})
