import { supportRoutes } from '@shiloh/contract/support'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { followingHints } from './following-hints.ts'
import { createQueryClient, keyOf } from './queries.ts'

test('a stream of hints keeps no answer away, and the last hint is followed', async () => {
  const client = createQueryClient({ begun: () => {}, failed: () => {} })
  const route = supportRoutes.listOwnTickets
  const answers: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: keyOf(route),
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
  })
  const stop = observer.subscribe(() => {})
  answers[0]?.resolve('scheduled')
  await expect.poll(() => observer.getCurrentResult().data).toBe('scheduled')
  const follow = followingHints(client, [route])
  const followed = [follow(), follow(), follow()]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve('100 sent')
  await expect.poll(() => observer.getCurrentResult().data).toBe('100 sent')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.resolve('200 sent')
  await Promise.all(followed)
  expect(observer.getCurrentResult().data).toBe('200 sent')
  expect(answers).toHaveLength(3)
  stop()
})
