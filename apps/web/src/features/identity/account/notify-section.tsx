import { Checkbox } from '@mantine/core'
import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'

import { useId, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import partClasses from '../parts/parts.module.css'
import classes from './account.module.css'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

type Notify = Account['notify']

const CHANNELS = ['mail', 'sms'] as const

/** Topics that currently also leave the app. */
const SENT_TOPICS = ['room', 'support', 'announcement', 'alert'] as const

/** The channels of notices, and the topics that also leave the app. Every change is saved immediately. */
export function NotifySection({ person }: { person: Account }) {
  const t = useT(texts)
  const id = useId()
  const { reloadAccount } = usePageActions()
  const [notify, setNotify] = useState(person.notify)
  const [isSaving, setSaving] = useState(false)
  const change = async (changed: Partial<Notify>) => {
    const before = notify
    setNotify({ ...notify, ...changed })
    setSaving(true)
    try {
      await call(identityRoutes.updateProfile, { body: { notify: changed } })
      await reloadAccount()
      toastDone({ message: t('saved') })
    } catch (error) {
      setNotify(before)
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
    } finally {
      setSaving(false)
    }
  }
  const isLast = (channel: (typeof CHANNELS)[number]) =>
    notify[channel] && CHANNELS.every((other) => other === channel || !notify[other])
  const topics = SENT_TOPICS.filter((topic) => topic !== 'alert' || person.user_type === 'admin')
  return (
    <Section name="notify" hint={t('notify_hint')}>
      <fieldset className={classes.choices}>
        <legend>{t('notify_channels')}</legend>
        <Checkbox className={partClasses.check ?? ''} label={t('notify_app')} checked disabled />
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            className={partClasses.check ?? ''}
            label={t(`notify_${channel}`)}
            checked={notify[channel]}
            disabled={isLast(channel)}
            aria-describedby={isLast(channel) ? `${id}-last` : undefined}
            onChange={({ currentTarget }) => isSaving || void change({ [channel]: currentTarget.checked })}
          />
        ))}
        {CHANNELS.some(isLast) ? (
          <p id={`${id}-last`} className="dim small">
            {t('notify_last')}
          </p>
        ) : null}
      </fieldset>
      <fieldset className={classes.choices} aria-describedby={`${id}-kinds`}>
        <legend>{t('notify_kinds')}</legend>
        <p id={`${id}-kinds`} className="dim small">
          {t('notify_kinds_hint')}
        </p>
        {topics.map((topic) => (
          <Checkbox
            key={topic}
            className={partClasses.check ?? ''}
            label={t(`topic_${topic}`)}
            checked={!notify.muted.includes(topic)}
            onChange={({ currentTarget }) =>
              isSaving ||
              void change({
                muted: currentTarget.checked
                  ? notify.muted.filter((muted) => muted !== topic)
                  : [...notify.muted, topic],
              })
            }
          />
        ))}
      </fieldset>
    </Section>
  )
}
