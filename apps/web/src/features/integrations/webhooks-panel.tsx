import { Button } from '@mantine/core'
import { webhookRoutes as routes, type Webhook, webhookBody } from '@shiloh/contract/webhooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { FactList } from '#ui/base/fact-list'
import { Panel } from '#ui/base/figures'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { Deliveries } from './deliveries.tsx'
import classes from './integrations.module.css'
import { ShownOnce } from './shown-once.tsx'
import { texts } from './webhook-texts.ts'
import { EVENT_CHOICES, useEventName } from './webhook-words.ts'

const STALE = [routes.listWebhooks]
const LOOK_MS = 15_000

/** The webhooks, and the form for a new one. */
export function WebhooksPanel() {
  const t = useT(texts)
  const can = useCan()
  const { data: webhooks } = useQuery({ ...queryOf(routes.listWebhooks), refetchInterval: LOOK_MS })
  const [editing, setEditing] = useState<Webhook | 'new'>()
  const [secret, setSecret] = useState<string>()
  return (
    <Panel title={t('webhooks')} note={t('webhooks_note')}>
      {webhooks?.length === 0 ? <p className="dim">{t('no_webhooks')}</p> : null}
      <ul className={classes.list}>
        {webhooks?.map((webhook) => (
          <Receiver key={webhook._id} webhook={webhook} onEdit={() => setEditing(webhook)} />
        ))}
      </ul>
      {can('integrations.create') ? (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          {t('add_webhook')}
        </Button>
      ) : null}
      {editing ? (
        <WebhookForm
          webhook={editing === 'new' ? undefined : editing}
          onMade={setSecret}
          onDone={() => setEditing(undefined)}
        />
      ) : null}
      {secret ? (
        <ShownOnce
          title={t('secret_title')}
          note={t('secret_text')}
          label={t('secret')}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      ) : null}
    </Panel>
  )
}

function Receiver({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const t = useT(texts)
  const can = useCan()
  const nameOf = useEventName()
  const { time_zone: zone } = useAccount().organisation
  const [shown, setShown] = useState<'deliveries' | 'removal'>()
  const test = useAct(routes.testWebhook, STALE)
  const remove = useAct(routes.deleteWebhook, STALE)
  const { _id, name, enabled, due, oldest_due_at, last_delivered_at } = webhook
  const params = { id: _id }
  const on = (at: string) => <DateText value={at} zone={zone} time weekday={false} />
  return (
    <li>
      <div className={classes.head}>
        <b>{name}</b>
        <ToneBadge tone={enabled ? 'ok' : 'mute'}>{t(enabled ? 'on' : 'off')}</ToneBadge>
        <span className={classes.acts}>
          <Button variant="subtle" aria-label={t('deliveries_named', { name })} onClick={() => setShown('deliveries')}>
            {t('deliveries')}
          </Button>
          {can('integrations.update') ? (
            <>
              <Button
                variant="subtle"
                aria-label={t('test_named', { name })}
                loading={test.isPending}
                disabled={!enabled}
                onClick={() => test.mutate({ params }, { onSuccess: () => toastDone({ message: t('test_sent') }) })}
              >
                {t('test')}
              </Button>
              <Button variant="subtle" aria-label={t('edit_named', { name })} onClick={onEdit}>
                {t('edit')}
              </Button>
            </>
          ) : null}
          {can('integrations.delete') ? (
            <Button
              variant="subtle"
              color="red"
              aria-label={t('remove_named', { name })}
              onClick={() => setShown('removal')}
            >
              {t('remove')}
            </Button>
          ) : null}
        </span>
      </div>
      <FactList
        facts={[
          [t('url'), <code key="url">{webhook.url}</code>],
          [t('events'), webhook.events.map(nameOf).join(', ')],
          [
            t('waiting'),
            due === 0 ? null : (
              <>
                {due}
                {oldest_due_at ? <> · {on(oldest_due_at)}</> : null}
              </>
            ),
          ],
          [t('given_up'), webhook.failed === 0 ? null : webhook.failed],
          [t('last_delivered'), last_delivered_at && on(last_delivered_at)],
        ]}
      />
      {shown === 'deliveries' ? <Deliveries webhook={webhook} onClose={() => setShown(undefined)} /> : null}
      <ConfirmDialog
        opened={shown === 'removal'}
        danger
        title={t('remove_question', { name })}
        action={t('remove')}
        busy={remove.isPending}
        onClose={() => setShown(undefined)}
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          setShown(undefined)
          toastDone({ message: t('removed') })
        }}
      >
        {t('remove_text')}
      </ConfirmDialog>
    </li>
  )
}

interface WebhookFormProps {
  webhook: Webhook | undefined
  onMade: (secret: string) => void
  onDone: () => void
}

function WebhookForm({ webhook, onMade, onDone }: WebhookFormProps) {
  const t = useT(texts)
  const create = useAct(routes.createWebhook, STALE, { shown: true })
  const update = useAct(routes.updateWebhook, STALE, { shown: true })
  return (
    <RecordForm
      schema={webhookBody}
      title={webhook ? t('edit_named', { name: webhook.name }) : t('add_webhook')}
      {...(webhook ? {} : { action: text(texts, 'add_webhook'), saved: null })}
      values={
        webhook
          ? { name: webhook.name, url: webhook.url, events: webhook.events, enabled: webhook.enabled }
          : { name: '', url: 'https://', events: [], enabled: true }
      }
      sections={[
        {
          fields: [
            { kind: 'text', name: 'name', label: text(texts, 'receiver'), required: true },
            {
              kind: 'text',
              name: 'url',
              label: text(texts, 'url'),
              hint: text(texts, 'url_hint'),
              required: true,
            },
            {
              kind: 'multiselect',
              name: 'events',
              label: text(texts, 'events'),
              required: true,
              choices: EVENT_CHOICES,
            },
            { kind: 'switch', name: 'enabled', label: text(texts, 'enabled') },
          ],
        },
      ]}
      onSave={async (body) => {
        if (webhook) await update.mutateAsync({ params: { id: webhook._id }, body })
        else {
          const { data } = await create.mutateAsync({ body })
          onMade(data.secret)
        }
      }}
      onDone={onDone}
    />
  )
}
