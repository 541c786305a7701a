import { Checkbox } from '@mantine/core'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { AUTOMATIC_GROUPS, type AutomaticMessage, automaticRoutes } from '@shiloh/contract/messaging/automatic'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { useListAddress } from '#ui/list/list-address'
import { SearchField } from '#ui/list/search-field'
import { PageHeader } from '#ui/shell/page-header'
import { useTemplateName } from '../insight/index.ts'
import classes from './automatic.module.css'
import { automaticTexts } from './automatic-texts.ts'
import { MessagingTabs } from './parts.tsx'
import { texts } from './texts.ts'

const FILTERS = ['changed'] as const

/** EN DE FR PT: which text is sent in each language. Each leads to that language of the message. */
function LanguageLinks({ message, name }: { message: AutomaticMessage; name: string }) {
  const t = useT(automaticTexts)
  const stateOf = (language: Language) => {
    if (message.outdated.includes(language)) return 'outdated' as const
    return message.changed.includes(language) ? ('own' as const) : ('ours' as const)
  }
  return (
    <span className={classes.languages}>
      {LANGUAGES.map((language) => {
        const state = stateOf(language)
        return (
          <Link
            key={language}
            to="/admin/automatic-messages/$key"
            params={{ key: message.key }}
            search={{ language }}
            data-state={state}
            title={`${languageName(language)}: ${t(`state_${state}`)}`}
            aria-label={`${name}, ${languageName(language)}: ${t(`state_${state}`)}`}
          >
            {language.toUpperCase()}
          </Link>
        )
      })}
    </span>
  )
}

/** `/admin/automatic-messages`: what is sent without anybody's doing, by occasion. */
export function AutomaticMessagesPage() {
  const t = useT(automaticTexts)
  const words = useT(texts)
  const nameOf = useTemplateName()
  const all = useQuery(queryOf(automaticRoutes.listAutomaticMessages))
  const { search, filters, change } = useListAddress(FILTERS)
  const onlyChanged = filters['changed'] === 'true'
  if (all.error && !all.data) return <LoadFailed message={all.error.message} onRetry={() => void all.refetch()} />
  const shown = (all.data ?? []).filter(
    ({ key, changed, says }) =>
      (!onlyChanged || changed.length > 0) && hasSearchWords(searchKey(`${nameOf(key)} ${says}`), search),
  )
  const groups = AUTOMATIC_GROUPS.map((group) => ({ group, rows: shown.filter((row) => row.group === group) })).filter(
    ({ rows }) => rows.length > 0,
  )
  return (
    <>
      <PageHeader breadcrumbs={false} compact title={t('automatic')} />
      <MessagingTabs />
      <p className={`dim ${classes.intro}`}>{t('intro')}</p>
      <div className={classes.tools}>
        <SearchField label={t('find')} words={search} onSearch={(next) => change({ search: next })} />
        <Checkbox
          label={t('only_changed')}
          checked={onlyChanged}
          onChange={({ currentTarget }) => change({ changed: currentTarget.checked ? 'true' : undefined })}
        />
        <nav aria-label={t('occasions')} className={classes.jumps}>
          {groups.map(({ group, rows }) => (
            <a key={group} href={`#${group}`}>
              {t(`group_${group}`)} <span className="num dim">{rows.length}</span>
            </a>
          ))}
        </nav>
      </div>
      {all.data ? null : <Scaffold kind="list" />}
      {all.data && shown.length === 0 ? <EmptyState title={t('none_found')} /> : null}
      {groups.map(({ group, rows }) => (
        <section key={group} id={group} aria-label={t(`group_${group}`)} className={classes.occasion}>
          <h2 className={classes.group}>{t(`group_${group}`)}</h2>
          <ul className={classes.list}>
            {rows.map((message) => (
              <li key={message.key}>
                <Link to="/admin/automatic-messages/$key" params={{ key: message.key }}>
                  <b>{nameOf(message.key)}</b>
                  <span className="dim small">{message.subject}</span>
                </Link>
                <span className={classes.by}>
                  {MESSAGE_CHANNELS.filter((channel) => message.channels.includes(channel))
                    .map((channel) => words(`channel_${channel}`))
                    .join(', ')}
                </span>
                <LanguageLinks message={message} name={nameOf(message.key)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length > 0 ? (
        <p className={classes.legend}>
          <span data-state="own">DE</span> {t('state_own')} <span data-state="outdated">DE</span> {t('state_outdated')}
        </p>
      ) : null}
    </>
  )
}
