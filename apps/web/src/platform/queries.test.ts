import { supportRoutes } from '@shiloh/contract/support'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, followingHints, keyOf, refetchAll } from './queries.ts'

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
