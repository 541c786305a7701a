import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type CalendarEvent, googleCalendarUrl, outlookUrl } from '#platform/calendar'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Adds an event to the device's calendar, or to one of the two large services. */
export function CalendarMenu({ event }: { event: CalendarEvent & { readonly slug: string } }) {
  const t = useT(texts)
  const url = `${globalThis.location?.origin ?? ''}/events/${event.slug}`
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconCalendarPlus size={17} aria-hidden />}>
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
