import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { CalendarEvent } from '#platform/calendar'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { texts } from './texts.ts'

const CalendarItems = lazyPart(() =>
  import('./calendar-items.tsx').then(({ CalendarItems: component }) => ({ default: component })),
)

/**
 * Adds an event to the device's calendar, or to one of the two large services. The code of menus, 34 kB, comes when
 * somebody opens it.
 */
export function CalendarMenu({ event }: { event: CalendarEvent & { readonly slug: string } }) {
  const t = useT(texts)
  const [isAsked, setIsAsked] = useState(false)
  const button = (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={17} aria-hidden />}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isAsked}
      onClick={() => setIsAsked(true)}
    >
      {t('add_to_calendar')}
    </Button>
  )
  return isAsked ? (
    <Suspense fallback={button}>
      <CalendarItems event={event} />
    </Suspense>
  ) : (
    button
  )
}
