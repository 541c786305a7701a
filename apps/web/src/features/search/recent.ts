import type { Permission } from '@shiloh/contract/permissions'
import { IconBed, IconCalendarEvent, IconFile, IconTicket, IconUser } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { useCan } from '#platform/account'
import { useRemembered } from '#platform/remembered'
import { type Entry, KINDS } from './entries.ts'

const MOST = 8

const remembered = z.array(
  z.object({
    kind: z.enum(KINDS).exclude(['act']),
    title: z.string(),
    code: z.string().optional(),
    note: z.string().optional(),
    href: z.string().startsWith('/admin'),
  }),
)
type Remembered = z.output<typeof remembered>[number]

const ICONS = {
  person: IconUser,
  reservation: IconTicket,
  event: IconCalendarEvent,
  room: IconBed,
  screen: IconFile,
} as const

/** The page that was opened lately in the palette, by this account on this device, the last one first. */
export function useRecent(accountId: string) {
  const [stored, store] = useRemembered(`search-${accountId}`, remembered, [])
  const router = useRouter()
  const can = useCan()
  const isOpen = ({ href }: Remembered) => {
    const [path = ''] = href.split('?')
    const page = router.matchRoutes(path, {}).at(-1)
    const permissions: readonly Permission[] = page?.staticData.permissions ?? []
    const object = page?.staticData.objectParam
    const objectId: string | undefined = object ? path.split('/').at(-1) : undefined
    return permissions.every((permission) => can(permission, objectId))
  }
  return {
    /** Without those that the user cannot open any more. */
    entries: stored.filter(isOpen).map((entry): Entry => ({ ...entry, icon: ICONS[entry.kind] })),
    remember: ({ kind, title, code, note, href }: Entry) => {
      if (kind === 'act') return
      store(
        [
          { kind, title, ...(code && { code }), ...(note && { note }), href },
          ...stored.filter((one) => one.href !== href),
        ].slice(0, MOST),
      )
    },
  }
}
