import { useState } from 'react'
import { z } from 'zod'

const KEY = 'roomMateLink'
const keptLink = z.object({ token: z.string(), event_id: z.string(), name: z.string() })
type KeptLink = z.output<typeof keptLink>

const read = (): KeptLink | undefined => {
  try {
    return keptLink.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** Keeps a link to share a room in this tab, for somebody who has to reserve before they can answer. */
export const keepLink = (link: KeptLink): void => sessionStorage.setItem(KEY, JSON.stringify(link))
/** Forgets the link, once it was answered or if it is not valid any more. */
export const forgetLink = (token: string): void => {
  if (read()?.token === token) sessionStorage.removeItem(KEY)
}

/** Returns the link that waits for an answer at this event. */
export function useKeptLink(eventId: string): KeptLink | undefined {
  const [kept] = useState(read)
  return kept?.event_id === eventId ? kept : undefined
}
