import { TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { REPORT_GROUPS, type reportRoutes } from '@shiloh/contract/reports'
import { formatCount } from '@shiloh/contract/text/format'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { type Asked, addressOfSaved } from './address.ts'
import classes from './reports.module.css'
import { texts } from './texts.ts'

type Listed = DataOf<typeof reportRoutes.listReports>

/** The reports by group, and the saved ones. */
export function ReportList({
  listed,
  asked,
  savedId,
  onChoose,
}: {
  listed: Listed | undefined
  asked: Asked
  savedId: string | undefined
  onChoose?: () => void
}) {
  const t = useT(texts)
  const language = useLanguage()
  const [words, setWords] = useState('')
  const matches = (name: string) => hasSearchWords(searchKey(name), words)
  const reports = (listed?.reports ?? []).filter(({ name }) => matches(name))
  const saved = (listed?.saved ?? []).filter(({ name }) => matches(name))
  const event_id = asked.event_id
  return (
    <nav className={classes.library} aria-label={t('all_reports')} data-no-print>
      <TextInput
        type="search"
        placeholder={t('find')}
        aria-label={t('find')}
        leftSection={<IconSearch size={15} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {listed && reports.length + saved.length === 0 ? <p className="dim small">{t('none_found')}</p> : null}
      {REPORT_GROUPS.map((group) => {
        const items = reports.filter((report) => report.group === group)
        return items.length === 0 ? null : (
          <section key={group}>
            <h2>{t(`group_${group}`)}</h2>
            <ul>
              {items.map(({ report, name, count }) => (
                <li key={report}>
                  <Link
                    to="/admin/reports"
                    search={{ event_id, report }}
                    aria-current={report === asked.report && !savedId ? 'page' : undefined}
                    {...(onChoose && { onClick: onChoose })}
                  >
                    <span>{name}</span>
                    {count ? <em>{formatCount(count, language)}</em> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {saved.length > 0 ? (
        <section>
          <h2>{t('saved')}</h2>
          <ul>
            {saved.map((one) => (
              <li key={one._id}>
                <Link
                  to="/admin/reports"
                  search={addressOfSaved(one, event_id)}
                  aria-current={one._id === savedId ? 'page' : undefined}
                  {...(onChoose && { onClick: onChoose })}
                >
                  <span>{one.name}</span>
                  {one.shared ? (
                    <IconUsers
                      size={15}
                      aria-label={one.own ? t('shared') : t('shared_by', { name: one.owner })}
                      role="img"
                    />
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </nav>
  )
}
