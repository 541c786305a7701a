// @vitest-environment happy-dom
import { supportRoutes } from '@shiloh/contract/support'
import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from './client.ts'
import { createQueryClient, keyOf, refetchAll } from './queries.ts'

test('an answer that was under way during an act does not stay', async () => {
  const client = createQueryClient({ begun: () => {}, failed: () => {} })
  const route = supportRoutes.listOwnTickets
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: keyOf(route),
    queryFn: () => {
      asked += 1
      return answers[asked - 1]?.promise ?? Promise.reject(new Error('asked too often'))
    },
  })
  const stop = observer.subscribe(() => {})
  const done = refetchAll(client, [route])
  answers[0]?.resolve('before the act')
  answers[1]?.resolve('after the act')
  await done
  expect(observer.getCurrentResult().data).toBe('after the act')
  stop()
})

test('a query without a network fails, and asks again when it is back', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = createQueryClient({ begun: () => {}, failed: () => {} })
  client.mount()
  dispatchEvent(new Event('offline'))
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError({ status: 0, code: 'no_connection', message: '' }))
    .mockResolvedValue('the answer')
  const observer = new QueryObserver(client, { queryKey: ['what a page shows'], queryFn: ask })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => observer.getCurrentResult().data).toBe('the answer')
  stop()
  client.unmount()
})
