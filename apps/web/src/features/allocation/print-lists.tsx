import { Button, Menu } from '@mantine/core'
import { reportRoutes } from '@shiloh/contract/reports'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { texts } from './texts.ts'

const LISTS = ['rooming', 'door_signs', 'keys', 'arrivals', 'departures', 'rooms'] as const

/** The lists of who sleeps where, ready to print as PDF. As reports they are on the screen too, and CSV and XLSX. */
export function PrintLists({ eventId, block }: { eventId: string; block: string | null }) {
  const t = useT(texts)
  const can = useCan()
  const [busy, setBusy] = useState(false)
  if (!can('reservations.report') || !can('reservations.read')) return null
  const narrowed = block === null ? {} : { block }
  const print = async (report: (typeof LISTS)[number]) => {
    setBusy(true)
    await downloadAsked(
      call(reportRoutes.downloadReport, { query: { event_id: eventId, report, format: 'pdf', ...narrowed } }),
    )
    setBusy(false)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconPrinter size={18} />}>
          {t('print_lists')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('as_pdf')}</Menu.Label>
        {LISTS.map((report) => (
          <Menu.Item key={report} onClick={() => void print(report)}>
            {t(`list_${report}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          renderRoot={(props) => (
            <Link {...props} to="/admin/reports" search={{ event_id: eventId, report: 'rooming', ...narrowed }} />
          )}
        >
          {t('lists_on_screen')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
