import { Button, Select } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/page-states'
import { Scaffold } from '#ui/scaffold'
import type { Model } from './draft.ts'
import { Explanation, Sources, Verdict } from './explanation.tsx'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

/** Who can do one thing, and why; from each person on to everything they may do. */
export function HoldersPanel({ model }: { model: Model }) {
  const t = useT(texts)
  const can = useCan()
  const { ofResource, ofAction } = useModelWords()
  const [resource, setResource] = useState('reservations')
  const [action, setAction] = useState('read')
  const [person, setPerson] = useState<{ _id: string; name: string }>()
  const actions = model.resources.find(({ name }) => name === resource)?.actions ?? []
  const asked = actions.some(({ name }) => name === action) ? action : (actions[0]?.name ?? '')
  const found = useQuery(queryOf(authorizationRoutes.listHolders, { query: { permission: `${resource}.${asked}` } }))
  const count = found.data?.filter(({ allowed }) => allowed).length ?? 0
  return (
    <div className={classes.page}>
      <div className={classes.choose}>
        <Select
          label={t('part')}
          searchable
          allowDeselect={false}
          data={model.resources.map(({ name }) => ({ value: name, label: ofResource(name) }))}
          value={resource}
          onChange={(name) => name && setResource(name)}
        />
        <Select
          label={t('action')}
          allowDeselect={false}
          data={actions.map(({ name }) => ({ value: name, label: ofAction(name) }))}
          value={asked}
          onChange={(name) => name && setAction(name)}
        />
      </div>
      {found.error && !found.data ? (
        <LoadFailed message={found.error.message} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Scaffold kind="list" rows={4} />
      ) : (
        <section aria-live="polite">
          <h2>{t('holders', { count })}</h2>
          {count === 0 ? <p className="dim">{t('nobody_hint')}</p> : null}
          <ul className={classes.lines}>
            {found.data.map(({ user, allowed, sources }) => (
              <li key={user._id}>
                {can('admin_users.read') ? (
                  <Button
                    variant="transparent"
                    justify="flex-start"
                    p={0}
                    aria-label={t('why', { name: user.name })}
                    onClick={() => setPerson(user)}
                  >
                    {user.name}
                  </Button>
                ) : (
                  <b>{user.name}</b>
                )}
                <Verdict allowed={allowed} />
                <Sources sources={sources} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {person ? <Explanation person={person} onClose={() => setPerson(undefined)} /> : null}
    </div>
  )
}
