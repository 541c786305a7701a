import { Button } from '@mantine/core'
import { type AuditEntry, insightRoutes } from '@shiloh/contract/insight'
import { formatAmount } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { isStatus, StatusBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import classes from '../insight.module.css'
import { DetailDrawer, PersonName, When } from '../parts.tsx'
import { texts } from '../texts.ts'
import { useAuditWords } from '../words.ts'
import { type Difference, differences } from './differences.ts'
import { useObjectPage } from './object-link.tsx'

/** Number of rows shown at first: a new event has hundreds. */
const FIRST = 40

const isInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value)
const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Fields that hold an amount in minor units. */
const AMOUNTS = /^(price|amount|total|paid|waived|balance|captured|refunded)(_per_night)?$/

/** The value of a field, formatted for people. */
function Value({ field, value }: { field: string; value: Difference['before'] }) {
  const t = useT(texts)
  const language = useLanguage()
  if (value === null) return <span className="dim">–</span>
  if (typeof value === 'number' && AMOUNTS.test(field)) return formatAmount(value, language)
  if (field === 'status' && typeof value === 'string' && isStatus(value)) return <StatusBadge status={value} />
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string' && isInstant(value)) return <When value={value} />
  if (typeof value === 'string' && isDay(value)) return <DateText value={value} weekday={false} />
  return String(value)
}

/** Changed fields with old and new value. A created or deleted object has one value each. */
function Differences({ before, after }: { before: unknown; after: unknown }) {
  const t = useT(texts)
  const { ofField } = useAuditWords()
  const [all, setAll] = useState(false)
  const found = differences(before, after)
  if (found.length === 0) return <p className="dim">{t('no_differences')}</p>
  const both = before !== null && after !== null
  const shown = all ? found : found.slice(0, FIRST)
  return (
    <>
      <table className={classes.differences}>
        <thead>
          <tr>
            <th>{t('field')}</th>
            {both ? (
              <>
                <th>{t('before')}</th>
                <th>{t('after')}</th>
              </>
            ) : (
              <th>{t(after === null ? 'before' : 'after')}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ path, before: was, after: is }) => {
            const field = path.at(-1) ?? ''
            return (
              <tr key={path.join(' ')}>
                <th scope="row">
                  {path.length > 1 ? (
                    <span className={classes.path}>{path.slice(0, -1).map(ofField).join(' › ')}</span>
                  ) : null}
                  {field === '' ? t('value') : ofField(field)}
                </th>
                {both || after === null ? (
                  <td className={both && was !== null ? classes.old : undefined}>
                    <Value field={field} value={was} />
                  </td>
                ) : null}
                {both || after !== null ? (
                  <td className={both && is !== null ? classes.fresh : undefined}>
                    <Value field={field} value={is} />
                  </td>
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
      {shown.length < found.length ? (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            {t('show_all', { count: found.length })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Returns the title of an entry: the action and its object. A sign-in has no object but the user. */
export const titleOf = (action: string, { actor, label, resource }: AuditEntry, thing: string): string => {
  const what = label ?? (resource === 'sessions' ? null : thing)
  return what === null || what === actor?.name ? action : `${action}: ${what}`
}

/** One entry of the audit trail: who, when, from where, and what it changed. */
export function EntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useT(texts)
  const { ofAction, ofThing } = useAuditWords()
  const { _id, actor, action, resource, object_id, ip, request_id } = entry
  const { data, error, refetch } = useQuery({
    ...queryOf(insightRoutes.readAuditEntry, { params: { id: Number(_id) } }),
    placeholderData: undefined,
  })
  const page = useObjectPage()(entry)
  return (
    <DetailDrawer
      title={titleOf(ofAction(action), entry, ofThing(resource))}
      onClose={onClose}
      facts={[
        [t('who'), actor ? <PersonName key="who" of={actor} /> : t('nobody')],
        [t('when'), <When key="when" value={entry.at} />],
        [t('thing'), ofThing(resource)],
        [t('object_id'), object_id],
        [t('address'), ip],
        [t('request'), request_id],
        [t('entry'), _id],
      ]}
    >
      {data ? (
        <Differences before={data.before} after={data.after} />
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold kind="list" rows={4} />
      )}
      {object_id ? (
        <div className={classes.buttons}>
          {page ? (
            <LinkButton variant="default" to={page}>
              {t('open_object')}
            </LinkButton>
          ) : null}
          <LinkButton variant="default" to="/admin/audit-trail" search={{ object_id }} onClick={onClose}>
            {t('whole_history')}
          </LinkButton>
        </div>
      ) : null}
    </DetailDrawer>
  )
}
