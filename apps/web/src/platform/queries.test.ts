import { supportRoutes } from '@shiloh/contract/support'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
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
