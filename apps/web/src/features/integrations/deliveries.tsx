import { Button, Drawer } from '@mantine/core'
import { webhookRoutes as routes, type Webhook, type WebhookDelivery } from '@shiloh/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import classes from './integrations.module.css'
import { texts } from './webhook-texts.ts'
import { useEventName } from './webhook-words.ts'

const TONES = { due: 'warn', delivered: 'ok', failed: 'bad' } as const
const LOOK_MS = 5000

/** What was sent to a receiver, newest first, and how it answered. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT(texts)
  const can = useCan()
  const params = { id: webhook._id }
  const { data: deliveries } = useQuery({
    ...queryOf(routes.listDeliveries, { params, query: {} }),
    refetchInterval: LOOK_MS,
  })
  const [from, setFrom] = useState<number>()
  const replay = useAct(routes.replayWebhook, [routes.listDeliveries, routes.listWebhooks])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={t('deliveries_named', { name: webhook.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className="dim">{t('deliveries_note')}</p>
      {deliveries?.length === 0 ? <p>{t('no_deliveries')}</p> : null}
      <ul className={classes.list}>
        {deliveries?.map((delivery) => (
          <li key={delivery.event}>
            <Delivery delivery={delivery} />
            {can('integrations.update') ? (
              <div>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('replay_named', { number: delivery.event })}
                  onClick={() => setFrom(delivery.event)}
                >
                  {t('replay')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={from !== undefined}
        title={t('replay_question', { number: from ?? 0 })}
        action={t('replay')}
        busy={replay.isPending}
        onClose={() => setFrom(undefined)}
        onConfirm={async () => {
          const { data } = await replay.mutateAsync({ params, body: { after: (from ?? 1) - 1 } })
          setFrom(undefined)
          toastDone({ message: t('replayed', { count: data.count }) })
        }}
      >
        {t('replay_text')}
      </ConfirmDialog>
    </Drawer>
  )
}

const PROBLEMS = ['timeout', 'no_answer', 'private_address'] as const

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const t = useT(texts)
  const nameOf = useEventName()
  const { time_zone: zone } = useAccount().organisation
  const problem = PROBLEMS.find((one) => one === delivery.problem)
  return (
    <>
      <div className={classes.head}>
        <b>
          {delivery.event} · {nameOf(delivery.type)}
        </b>
        <ToneBadge tone={TONES[delivery.state]}>{t(`state_${delivery.state}`)}</ToneBadge>
      </div>
      <div className="dim small">
        <DateText value={delivery.at} zone={zone} time weekday={false} /> ·{' '}
        {t('attempts', { count: delivery.attempts })}
        {delivery.status === null ? '' : ` · ${t('answer', { status: delivery.status })}`}
        {problem ? ` · ${t(`problem_${problem}`)}` : ''}
      </div>
    </>
  )
}
