import { Button, Modal } from '@mantine/core'
import { completionRoutes } from '@shiloh/contract/reservations/completion'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { QrCode } from '#ui/base/qr-code'
import { toastDone } from '#ui/feedback/toast'
import own from './complete.module.css'
import { texts } from './texts.ts'

/** Lets the person complete a registration: the link is sent, or shown to copy or scan. */
export function CompletionLink({ reservation: { _id, missing, status } }: { reservation: ReservationView }) {
  const t = useT(texts)
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (missing.length === 0 || (status !== 'pending' && status !== 'active') || !can('reservations.update')) return null
  return (
    <>
      <Button variant="default" mb="lg" onClick={() => setOpen(true)}>
        {t('make_link')}
      </Button>
      {open ? <LinkDialog id={_id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function LinkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT(texts)
  const make = useAct(completionRoutes.makeCompletionLink)
  const end = useAct(completionRoutes.endCompletionLink)
  const [link, setLink] = useState<string>()
  const send = async (way?: 'mail' | 'sms') => {
    const { data } = await make.mutateAsync({ params: { id }, body: way ? { send: way } : {} })
    if (data.sent_to !== null) {
      toastDone({ message: t('sent', { to: data.sent_to }) })
      onClose()
    } else setLink(data.link)
  }
  return (
    <Modal opened onClose={onClose} title={t('make_link')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={own.ask}>
        <p>{t('link_text')}</p>
        {link ? (
          <div className={own.qr}>
            <QrCode value={link} label={t('qr')} />
            <p className={own.link}>{link}</p>
            <Button
              onClick={async () => {
                await navigator.clipboard.writeText(link)
                toastDone({ message: t('copied') })
              }}
            >
              {t('copy')}
            </Button>
          </div>
        ) : (
          <>
            <Button loading={make.isPending} onClick={() => void send('sms').catch(() => undefined)}>
              {t('by_sms')}
            </Button>
            <Button
              variant="default"
              disabled={make.isPending}
              onClick={() => void send('mail').catch(() => undefined)}
            >
              {t('by_mail')}
            </Button>
            <Button variant="default" disabled={make.isPending} onClick={() => void send().catch(() => undefined)}>
              {t('show')}
            </Button>
          </>
        )}
        <Button
          variant="subtle"
          color="gray"
          loading={end.isPending}
          onClick={async () => {
            await end.mutateAsync({ params: { id } })
            toastDone({ message: t('ended') })
            onClose()
          }}
        >
          {t('end')}
        </Button>
      </div>
    </Modal>
  )
}
