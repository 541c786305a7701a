import { Button, Drawer, Group } from '@mantine/core'
import {
  DELIVERIES_SHOWN,
  webhookRoutes as routes,
  type Webhook,
  type WebhookDelivery,
} from '@shiloh/contract/webhooks'
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
  /** The deliveries shown are older than this event. */
  const [before, setBefore] = useState<number>()
  const { data: deliveries, isPlaceholderData } = useQuery({
    ...queryOf(routes.listDeliveries, { params, query: before === undefined ? {} : { before } }),
    refetchInterval: LOOK_MS,
  })
  const last = deliveries?.length === DELIVERIES_SHOWN ? deliveries.at(-1)?.event : undefined
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
      {deliveries?.length === 0 && before === undefined ? <p>{t('no_deliveries')}</p> : null}
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
      {before !== undefined || last !== undefined ? (
        <Group mt="md" gap="xs">
          {before === undefined ? null : (
            <Button size="compact-md" variant="default" onClick={() => setBefore(undefined)}>
              {t('newest')}
            </Button>
          )}
          {last === undefined ? null : (
            <Button size="compact-md" variant="default" loading={isPlaceholderData} onClick={() => setBefore(last)}>
              {t('older')}
            </Button>
          )}
        </Group>
      ) : null}
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
        {delivery.next_at === null ? null : (
          <>
            {' · '}
            {t('next_attempt')} <DateText value={delivery.next_at} zone={zone} time weekday={false} />
          </>
        )}
      </div>
    </>
  )
}
