import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'

const answer = z.object({
  data: z.array(
    z.object({ subject: z.string(), text: z.string(), links: z.array(z.string()), codes: z.array(z.string()) }),
  ),
})
type Message = z.output<typeof answer>['data'][number]

/** Returns the newest mail or SMS to somebody, once there are at least the given number. */
export async function lastMessage(request: APIRequestContext, to: string, count = 1): Promise<Message> {
  let messages: Message[] = []
  await expect
    .poll(
      async () => {
        const response = await request.get('/api/v1/dev/outbox', { params: { to } })
        messages = answer.parse(await response.json()).data
        return messages.length
      },
      // Jobs write messages: those of the other journeys can be before this one.
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(count)
  const [newest] = messages
  if (!newest) throw new Error(`Nothing was sent to ${to}.`)
  return newest
}
