// @vitest-environment happy-dom
import { contentRoutes } from '@shiloh/contract/content'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { BlogsPage } from './blogs-page.tsx'

const post = (n: number, title: string, english?: string) => ({
  _id: idOf(n),
  slug: `post-${n}`,
  title,
  summary: '',
  author: null,
  picture_url: null,
  comments: 0,
  published_at: null,
  language: 'de' as const,
  status: 'draft' as const,
  translations: english === undefined ? {} : { en: { title: english } },
  comment_mode: 'closed' as const,
  version: 1,
  pending: 0,
  created_at: '2027-01-01T08:00:00.000Z',
  updated_at: '2027-01-01T08:00:00.000Z',
})

it('lists posts by their titles in the language of the reader, and as they were written where that is missing', async () => {
  await showScreen(
    () => <BlogsPage />,
    (server) => server.answerList(contentRoutes.listBlogs, [post(1, 'Kochen', 'Cooking'), post(2, 'Anreise')]),
    { path: '/admin/blogs' },
  )
  expect(await screen.findByText('Cooking')).toBeTruthy()
  expect(screen.getByText('Anreise')).toBeTruthy()
  expect(screen.queryByText('Kochen')).toBeNull()
})
