import { Button, Menu } from '@mantine/core'
import { exportRoutes } from '@shiloh/contract/exports'
import { reportRoutes } from '@shiloh/contract/reports'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { requestAddress } from '#platform/client'
import { saveFile } from '#platform/download'
import { followFile } from '#platform/follow-activity'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { texts } from './texts.ts'

/** Printed lists for a gate without devices, as PDF. They are made in the background, also when the page is left. */
export function GateLists({ eventId }: { eventId: string }) {
  const t = useT(texts)
  const can = useCan()
  const [busy, setBusy] = useState(false)
  const start = useAct(exportRoutes.startExport, [], { shown: true })
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])
  if (!can('reservations.report') || !can('reservations.read')) return null
  const download = async (grouping: 'name' | 'district') => {
    setBusy(true)
    const query = { event_id: eventId, report: 'gate_list', grouping, format: 'pdf' }
    const address = requestAddress(reportRoutes.downloadReport, undefined, query)
    try {
      const { data } = await start.mutateAsync({ body: { address } })
      toastDone({ message: t('list_begun') })
      const file = await followFile(data.activity_id, () => undefined, left.current?.signal)
      if (file) saveFile(file)
    } catch (error) {
      if (!left.current?.signal.aborted && error instanceof Error) showFailure(error.message)
    }
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
