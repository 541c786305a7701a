import { ActionIcon, Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import type { Grant } from '@shiloh/contract/permissions'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { toastDone } from '#ui/feedback/toast'
import classes from '../parts/account.module.css'
import type { Model } from '../permissions/draft.ts'
import { useModelWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'
import { type Effect, ExceptionForm } from './exception-form.tsx'
import { ObjectName } from './object-name.tsx'

type AdminUser = DataOf<typeof authorizationRoutes.getAdminUser>

interface ExceptionsProps {
  admin: AdminUser
  /** Absent if the user cannot change anything here. */
  model: Model | undefined
  stale: readonly (typeof authorizationRoutes)[keyof typeof authorizationRoutes][]
}

const same = (one: Grant, other: Grant) => one.resource === other.resource && (one._id ?? '') === (other._id ?? '')

/** Permissions of one person beside their roles, and denied ones. */
export function Exceptions({ admin, model, stale }: ExceptionsProps) {
  const t = useT(texts)
  const { ofResource, ofAction } = useModelWords()
  const update = useAct(authorizationRoutes.updateAdminUser, stale, { shown: true })
  const [adding, setAdding] = useState(false)
  const save = (effect: Effect, grants: readonly Grant[]) =>
    update.mutateAsync({
      params: { id: admin._id },
      body: { [effect]: grants.map(({ resource, actions, _id }) => ({ resource, actions: [...actions], _id })) },
    })
  const all = (['special_deny', 'special_allow'] as const).flatMap((effect) =>
    admin[effect].map((grant) => ({ effect, grant })),
  )
  const remove = async (effect: Effect, grant: Grant) => {
    const before = admin[effect]
    await save(
      effect,
      before.filter((one) => !same(one, grant)),
    )
    toastDone({
      message: t('exception_removed'),
      undo: { label: t('undo'), act: () => void save(effect, before).catch(() => {}) },
    })
  }
  return (
    <section>
      <h2>{t('exceptions')}</h2>
      <p className="dim small">{t('special_hint')}</p>
      {all.length > 0 ? (
        <ul className={classes.exceptions}>
          {all.map(({ effect, grant }) => (
            <li key={`${effect} ${grant.resource} ${grant._id ?? ''}`}>
              <div>
                <ToneBadge tone={effect === 'special_allow' ? 'ok' : 'bad'}>{t(effect)}</ToneBadge>
                <p>
                  <b>{ofResource(grant.resource)}</b>: {grant.actions.map(ofAction).join(', ')}
                </p>
                {grant._id ? (
                  <p className="dim small">
                    {t('only_object')} <ObjectName resource={grant.resource} id={grant._id} />
                  </p>
                ) : null}
              </div>
              {model ? (
                <ActionIcon
                  size={36}
                  aria-label={t('remove_exception', { name: ofResource(grant.resource) })}
                  onClick={() => void remove(effect, grant).catch(() => {})}
                >
                  <IconTrash size={17} stroke={1.75} />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {update.error && !adding ? (
        <p role="alert" className={classes.problem}>
          {update.error.message}
        </p>
      ) : null}
      {model ? (
        <Button variant="default" mt="sm" leftSection={<IconPlus size={17} />} onClick={() => setAdding(true)}>
          {t('add_exception')}
        </Button>
      ) : null}
      {adding && model ? (
        <ExceptionForm
          model={model}
          onSave={(effect, grant) => save(effect, [...admin[effect], grant])}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </section>
  )
}
