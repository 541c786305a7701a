// @vitest-environment happy-dom

import { type BulkMessageDetail, bulkMessageRoutes } from '@shiloh/contract/messaging/bulk'
import { savedViewRoutes } from '@shiloh/contract/saved-views'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { MessagePage } from './message-page.tsx'

const none = { app: 0, mail: 0, sms: 0 }
const sent: BulkMessageDetail = {
  _id: idOf(7),
  name: 'How to get there',
  error: null,
  audience: 'users',
  event: null,
  channels: ['app', 'mail'],
  needed: false,
  status: 'done',
  starts_at: '2026-11-01T08:00:00.000Z',
  started_at: '2026-11-01T08:00:00.000Z',
  finished_at: '2026-11-01T08:01:00.000Z',
  people: 43,
  expected: null,
  told: 43,
  author: 'Ama Mensah',
  created_at: '2026-11-01T07:00:00.000Z',
  texts: {},
  ids: null,
  filter: null,
  again: null,
  activity_id: null,
  figures: {
    delivered: { app: 43, mail: 39, sms: 0 },
    under_way: none,
    waiting: 0,
    stopped: 0,
    failed: none,
    unreached: 0,
    not_told: 0,
    left_out: [{ channel: 'mail', reason: 'no_address', people: 4 }],
    sms_parts: 0,
    sms_cost: null,
  },
}

it('counts who was reached by no channel as that, beside those without an address', async () => {
  await showScreen(
    () => <MessagePage />,
    (server) => {
      server.answer(bulkMessageRoutes.getBulkMessage, sent)
      server.answerList(bulkMessageRoutes.listRecipients, [])
      server.answer(savedViewRoutes.listViews, [])
    },
    // The route has this id as its parameter.
    { path: '/admin/messages/$id' },
  )
  expect(await screen.findByText('E-mail: 4 people have no e-mail address')).toBeTruthy()
  expect(screen.getByText('Not reached at all').parentElement?.textContent).toBe('Not reached at all00 people')
  expect(screen.queryByText('No address')).toBeNull()
})
