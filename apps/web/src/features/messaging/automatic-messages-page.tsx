import { Checkbox, TextInput } from '@mantine/core'
import { languageName } from '@shiloh/contract/core'
import { AUTOMATIC_GROUPS, automaticRoutes } from '@shiloh/contract/messaging/automatic'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { useTemplateName } from '../insight/index.ts'
import classes from './automatic.module.css'
import { automaticTexts } from './automatic-texts.ts'
import { MessagingTabs } from './parts.tsx'
import { texts } from './texts.ts'

/** `/admin/automatic-messages`: what is sent without anybody's doing, by occasion. */
export function AutomaticMessagesPage() {
  const t = useT(automaticTexts)
  const words = useT(texts)
  const nameOf = useTemplateName()
  const all = useQuery(queryOf(automaticRoutes.listAutomaticMessages))
  const [search, setSearch] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  if (all.error && !all.data) return <LoadFailed message={all.error.message} onRetry={() => void all.refetch()} />
  const shown = (all.data ?? []).filter(
    ({ key, changed }) =>
      (!onlyChanged || changed.length > 0) && nameOf(key).toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <>
      <PageHeader breadcrumbs={false} compact title={t('automatic')} />
      <MessagingTabs />
      <p className={`dim ${classes.intro}`}>{t('intro')}</p>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Checkbox
          label={t('only_changed')}
          checked={onlyChanged}
          onChange={({ currentTarget }) => setOnlyChanged(currentTarget.checked)}
        />
      </div>
      {all.data ? null : <Scaffold kind="list" />}
      {all.data && shown.length === 0 ? <EmptyState title={t('none_found')} /> : null}
      {AUTOMATIC_GROUPS.map((group) => {
        const rows = shown.filter((row) => row.group === group)
        return rows.length === 0 ? null : (
          <section key={group} aria-label={t(`group_${group}`)}>
            <h2 className={classes.group}>{t(`group_${group}`)}</h2>
            <ul className={classes.list}>
              {rows.map(({ key, channels, changed, outdated }) => (
                <li key={key}>
                  <Link to="/admin/automatic-messages/$key" params={{ key }}>
                    <b>{nameOf(key)}</b>
                    <span className="dim small">{channels.map((each) => words(`channel_${each}`)).join(', ')}</span>
                    <span className={classes.state}>
                      {changed.length > 0 ? (
                        <ToneBadge tone="ok">
                          {t('changed_in', { languages: changed.map(languageName).join(', ') })}
                        </ToneBadge>
                      ) : null}
                      {outdated.length > 0 ? (
                        <ToneBadge tone="warn">
                          {t('outdated', { languages: outdated.map(languageName).join(', ') })}
                        </ToneBadge>
                      ) : null}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
