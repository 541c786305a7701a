import { Button } from '@mantine/core'
import { languageName, languageNameIn } from '@shiloh/contract/core'
import { type AdminEvent, EVENT_KINDS } from '@shiloh/contract/events/events'
import { formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT, useText } from '#platform/i18n'
import { texts as languages } from '../../../ui/form/languages/languages-texts.ts'
import classes from './editor.module.css'
import { type Act, useActs } from './event-acts.tsx'
import { lackOf, requirements } from './lacks.ts'
import { gapsOf, outdatedOf } from './languages.ts'
import { useProblems } from './problem.ts'
import { PLACES, type Tab, tabOf } from './tabs.ts'
import { texts } from './texts.ts'
import { changedKeys, type EventInput, type EventKey } from './values.ts'

/** Returns the keys of values that differ from the saved event, while the user types. */
export function useChanges(saved: EventInput): readonly EventKey[] {
  const values = useWatch<EventInput>()
  // This watches the whole form. Its type is partial because fields can be registered later.
  return changedKeys(saved, values as EventInput)
}

/** The previous value of an unsaved change, if it fits on a line. */
function Before({ value, name, zone }: { value: unknown; name: EventKey; zone: string }) {
  const t = useT(texts)
  const language = useLanguage()
  if (Array.isArray(value)) return <span className="dim">{t('rows_before', { count: value.length })}</span>
  // Translations and the fields of the form fit on no line.
  if (name === 'description' || typeof value === 'object' || value === undefined || value === '') return null
  const say = () => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    const kind = name === 'kind' ? EVENT_KINDS.find((known) => known === value) : undefined
    if (kind) return t(`kind_${kind}`)
    const isInstant = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
    return isInstant ? `${formatDate(value, language, zone)}, ${formatTime(value, language, zone)}` : String(value)
  }
  return name === 'event_center_id' || name === 'form_id' ? null : <s>{say()}</s>
}

interface ChangesProps {
  saved: EventInput
  isNew: boolean
  updatedAt: string | undefined
  busy: boolean
  onDiscard: () => void
}

/** The unsaved changes, with the buttons to save or discard them. */
export function Changes({ saved, isNew, updatedAt, busy, onDiscard }: ChangesProps) {
  const t = useT(texts)
  const text = useText()
  const language = useLanguage()
  const changes = useChanges(saved)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section className={classes.sidePart}>
      <h2>{changes.length > 0 ? t('changes', { count: changes.length }) : t(isNew ? 'new_event' : 'no_changes')}</h2>
      {changes.length > 0 ? (
        <ul className={classes.changeList}>
          {changes.map((key) => (
            <li key={key}>
              {text(PLACES[key].label)} <Before name={key} value={saved[key]} zone={saved.time_zone ?? 'UTC'} />
            </li>
          ))}
        </ul>
      ) : null}
      {isNew || changes.length > 0 ? (
        <div className={classes.acts}>
          <Button type="submit" loading={busy}>
            {t(isNew ? 'save_draft' : 'save_changes')}
          </Button>
          {isNew ? null : (
            <Button variant="subtle" color="gray" onClick={onDiscard}>
              {t('discard')}
            </Button>
          )}
        </div>
      ) : null}
      {changes.length === 0 && updatedAt ? (
        <p className="dim small">
          {t('last_saved', {
            when: `${formatWeekday(updatedAt, language, zone)} ${formatDate(updatedAt, language, zone)}, ${formatTime(updatedAt, language, zone)}`,
          })}
        </p>
      ) : null}
    </section>
  )
}

/** The languages that lack texts, or whose texts are older than the original. A hint: nobody has to translate. */
function Untranslated({ event }: { event: AdminEvent }) {
  const t = useT(texts)
  const say = useT(languages)
  const reader = useLanguage()
  const own = useAccount().organisation.language
  const gaps = gapsOf(event, own)
  const outdated = outdatedOf(event, own)
  return (
    <>
      {gaps.length > 0 ? (
        <div className="small">
          <p>{t('untranslated', { language: languageNameIn(own, reader) })}</p>
          <ul>
            {gaps.map(({ language, count }) => (
              <li key={language}>{say('language_gaps', { language: languageName(language), count })}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {outdated.length > 0 ? (
        <div className="small">
          <p>{t('outdated_translations')}</p>
          <ul>
            {outdated.map(({ language, count }) => (
              <li key={language}>{say('language_outdated', { language: languageName(language), count })}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

interface PublishingProps {
  event: AdminEvent | undefined
  hasChanges: boolean
  busy: boolean
  onAct: (act: Act) => void
  /** Opens the missing field. */
  onField: (tab: Tab, field: string) => void
}

/** What is missing for publication, and the actions on the whole event. */
export function Publishing({ event, hasChanges, busy, onAct, onField }: PublishingProps) {
  const t = useT(texts)
  const acts = useActs()
  const sayProblem = useProblems()
  if (!event) {
    return (
      <section className={classes.sidePart}>
        <h2>{t('before_publish')}</h2>
        <p className="dim">{t('save_first')}</p>
      </section>
    )
  }
  const possible = acts(event)
  const canPublish = possible.includes('publish')
  const isBefore = event.status === 'draft' || event.status === 'unpublished'
  const ends = (['archive', 'remove'] as const).filter((act) => possible.includes(act))
  return (
    <section className={classes.sidePart}>
      <h2>{t(isBefore ? 'before_publish' : 'status')}</h2>
      {event.status === 'unpublished' ? <p>{t('is_unpublished')}</p> : null}
      {event.status === 'published' ? <p>{t('is_published')}</p> : null}
      {event.status === 'archived' ? <p>{t('is_archived')}</p> : null}
      {isBefore ? (
        <ul className={classes.checks}>
          {requirements.flatMap(({ label, fields }) => {
            const problems = event.problems.filter(({ field }) => fields.includes(field.split('.')[0] ?? ''))
            if (problems.length === 0) {
              return (
                <li key={label} data-ok>
                  <IconCircleCheck size={18} stroke={1.75} aria-hidden /> {t(label)}
                </li>
              )
            }
            return problems.map(({ field, code }) => {
              const lack = lackOf(field, code)
              return (
                <li key={field + code} data-missing>
                  <IconAlertCircle size={18} stroke={1.75} aria-hidden />
                  <button type="button" onClick={() => onField(tabOf(field) ?? 'basics', field)}>
                    {lack ? t(lack) : `${t(label)}: ${sayProblem(code)}`}
                  </button>
                </li>
              )
            })
          })}
        </ul>
      ) : null}
      {isBefore ? <Untranslated event={event} /> : null}
      <div className={classes.acts}>
        {canPublish ? (
          <Button
            variant={hasChanges ? 'default' : 'filled'}
            disabled={event.problems.length > 0 && !hasChanges}
            loading={busy}
            onClick={() => onAct('publish')}
          >
            {t(hasChanges ? 'save_and_publish' : 'publish')}
          </Button>
        ) : null}
        {possible.includes('unpublish') ? (
          <Button variant="default" onClick={() => onAct('unpublish')}>
            {t('unpublish')}
          </Button>
        ) : null}
      </div>
      {isBefore && event.problems.length > 0 ? (
        <p className="small">
          {t('missing', { count: event.problems.length })} {hasChanges ? t('as_saved') : null}
        </p>
      ) : null}
      {event.status === 'published' && !possible.includes('archive') ? (
        <p className="dim small">{t('archive_after')}</p>
      ) : null}
      {/* Apart from the button for every day, so that neither is pressed for the other. */}
      {ends.length > 0 ? (
        <div className={classes.ends}>
          {ends.map((act) => (
            <Button key={act} variant="outline" color="red" onClick={() => onAct(act)}>
              {t(act)}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}
