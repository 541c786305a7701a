import { Button, Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

const LISTS = ['rooming', 'door_signs', 'keys', 'arrivals', 'departures', 'rooms'] as const

/** Opens the lists of who sleeps where as reports: on the screen, as PDF, CSV and XLSX. */
export function PrintLists({ eventId, block }: { eventId: string; block: string | null }) {
  const t = useT(texts)
  const can = useCan()
  if (!can('reservations.report') || !can('reservations.read')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} />}>
          {t('print_lists')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LISTS.map((report) => (
          <Menu.Item
            key={report}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/admin/reports"
                search={{ event_id: eventId, report, ...(block === null ? {} : { block }) }}
              />
            )}
          >
            {t(`list_${report}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
