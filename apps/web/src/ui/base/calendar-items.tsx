import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type CalendarEvent, googleCalendarUrl, outlookUrl } from '#platform/calendar'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

interface CalendarItemsProps {
  event: CalendarEvent & { readonly slug: string }
}

/** The menu of `calendar-menu.tsx`, opened. Its button takes the focus of the one that was there before. */
export function CalendarItems({ event }: CalendarItemsProps) {
  const t = useT(texts)
  const [isOpen, setIsOpen] = useState(false)
  // Opened after its button has the focus, to which it returns.
  useEffect(() => setIsOpen(true), [])
  const url = `${globalThis.location?.origin ?? ''}/events/${event.slug}`
  return (
    <Menu position="bottom-start" withinPortal opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <Button variant="default" autoFocus leftSection={<IconCalendarPlus size={17} aria-hidden />}>
          {t('add_to_calendar')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`/events/${event.slug}/calendar.ics`}>
          {t('phone_calendar')}
        </Menu.Item>
        <Menu.Item component="a" href={googleCalendarUrl(event, url)} target="_blank" rel="noreferrer">
          Google Calendar
        </Menu.Item>
        <Menu.Item component="a" href={outlookUrl(event, url)} target="_blank" rel="noreferrer">
          Outlook
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
