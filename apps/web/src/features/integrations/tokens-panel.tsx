import { Button } from '@mantine/core'
import { type ApiToken, newApiToken, integrationRoutes as routes } from '@shiloh/contract/integrations'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { FactList } from '#ui/base/fact-list'
import { Panel } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { useRoleWords } from '../authorization/index.ts'
import classes from './integrations.module.css'
import { ShownOnce } from './shown-once.tsx'
import { texts } from './texts.ts'
import { TokenCalls } from './token-calls.tsx'

const TONES = { active: 'ok', expired: 'mute', revoked: 'mute' } as const
/** Days that are proposed for a new token. */
const DAYS = 90

/** The API tokens, and the form for a new one. */
export function TokensPanel() {
  const t = useT(texts)
  const can = useCan()
  const { data: tokens } = useQuery(queryOf(routes.listApiTokens))
  const { data: policies } = useQuery({
    ...queryOf(routes.pickTokenPolicies),
    enabled: can('integrations.create'),
    staleTime: 0,
  })
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  return (
    <Panel title={t('tokens')} note={t('tokens_note')}>
      {tokens?.length === 0 ? <p className="dim">{t('no_tokens')}</p> : null}
      <ul className={classes.list}>
        {tokens?.map((token) => (
          <Token key={token._id} token={token} />
        ))}
      </ul>
      {can('integrations.create') && policies?.length === 0 ? (
        <EmptyState
          level={2}
          title={t('no_policies')}
          hint={t('no_policies_hint')}
          action={
            can('permissions.read') ? (
              <LinkButton variant="default" to="/admin/permissions/policy">
                {t('to_policies')}
              </LinkButton>
            ) : null
          }
        />
      ) : can('integrations.create') ? (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('add_token')}
        </Button>
      ) : null}
      {adding ? <NewToken onMade={setMade} onDone={() => setAdding(false)} /> : null}
      {made ? (
        <ShownOnce
          title={t('made_title')}
          note={t('made_text')}
          label={t('token')}
          value={made}
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </Panel>
  )
}

function Token({ token }: { token: ApiToken }) {
  const t = useT(texts)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const [asks, setAsks] = useState(false)
  const [looks, setLooks] = useState(false)
  const revoke = useAct(routes.revokeApiToken, [routes.listApiTokens])
  const { nameOf } = useRoleWords()
  const { name, state, policy, hint, last_used_at, last_used_ip } = token
  const on = (at: string) => <DateText value={at} zone={zone} weekday={false} time />
  return (
    <li>
      <div className={classes.head}>
        <b>{name}</b>
        <ToneBadge tone={TONES[state]}>{t(`state_${state}`)}</ToneBadge>
        <span className={classes.acts}>
          <Button variant="subtle" aria-label={t('calls_named', { name })} onClick={() => setLooks(true)}>
            {t('calls')}
          </Button>
          {can('audit_trail.read') ? (
            <LinkButton
              to="/admin/audit-trail"
              search={{ actor_id: token.account_id }}
              variant="subtle"
              aria-label={t('what_it_did_named', { name })}
            >
              {t('what_it_did')}
            </LinkButton>
          ) : null}
          {token.allowed.includes('revoke') && can('integrations.delete') ? (
            <Button variant="subtle" color="red" aria-label={t('revoke_named', { name })} onClick={() => setAsks(true)}>
              {t('revoke')}
            </Button>
          ) : null}
        </span>
      </div>
      <FactList
        facts={[
          [t('policy'), policy ? nameOf(policy) : t('no_policy')],
          [t('ends_with'), <code key="hint">…{hint}</code>],
          [t('expires'), on(token.expires_at)],
          [
            t('last_used'),
            last_used_at === null ? (
              t('never')
            ) : (
              <>
                {on(last_used_at)} {last_used_ip ? t('from_address', { address: last_used_ip }) : ''}
              </>
            ),
          ],
          [t('made_by'), token.created_by],
        ]}
      />
      {looks ? <TokenCalls token={token} onClose={() => setLooks(false)} /> : null}
      <ConfirmDialog
        opened={asks}
        danger
        title={t('revoke_question', { name })}
        action={t('revoke')}
        busy={revoke.isPending}
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await revoke.mutateAsync({ params: { id: token._id } })
          setAsks(false)
          toastDone({ message: t('revoked') })
        }}
      >
        {t('revoke_text')}
      </ConfirmDialog>
    </li>
  )
}

function NewToken({ onMade, onDone }: { onMade: (token: string) => void; onDone: () => void }) {
  const t = useT(texts)
  const { nameOf } = useRoleWords()
  const create = useAct(routes.createApiToken, [routes.listApiTokens], { shown: true })
  const { data: policies = [] } = useQuery(queryOf(routes.pickTokenPolicies))
  return (
    <RecordForm
      schema={newApiToken}
      title={t('add_token')}
      action={text(texts, 'add_token')}
      saved={null}
      values={{ name: '', policy_id: '', expires_in_days: DAYS }}
      sections={[
        {
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: text(texts, 'token_name'),
              hint: text(texts, 'token_name_hint'),
              required: true,
            },
            {
              kind: 'select',
              name: 'policy_id',
              label: text(texts, 'policy'),
              hint: text(texts, 'policy_hint'),
              required: true,
              choices: policies.map((policy) => ({ value: policy._id, label: () => nameOf(policy) })),
            },
            {
              kind: 'number',
              name: 'expires_in_days',
              label: text(texts, 'days'),
              hint: text(texts, 'days_hint'),
              required: true,
            },
          ],
        },
      ]}
      onSave={async (body) => {
        const { data } = await create.mutateAsync({ body })
        onMade(data.token)
      }}
      onDone={onDone}
    />
  )
}
