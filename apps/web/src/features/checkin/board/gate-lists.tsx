import { Button, Menu } from '@mantine/core'
import { reportRoutes } from '@shiloh/contract/reports'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { downloadAsked } from '../../../ui/feedback/download.ts'
import { texts } from './texts.ts'

/** Printed lists for a gate without devices, as PDF. */
export function GateLists({ eventId }: { eventId: string }) {
  const t = useT(texts)
  const can = useCan()
  const [busy, setBusy] = useState(false)
  if (!can('reservations.report') || !can('reservations.read')) return null
  const download = async (grouping: 'name' | 'district') => {
    setBusy(true)
    const query = { event_id: eventId, report: 'gate_list', grouping, format: 'pdf' } as const
    await downloadAsked(call(reportRoutes.downloadReport, { query }))
    setBusy(false)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} />} loading={busy}>
          {t('gate_lists')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download('name')}>{t('list_by_name')}</Menu.Item>
        <Menu.Item onClick={() => void download('district')}>{t('list_by_district')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
