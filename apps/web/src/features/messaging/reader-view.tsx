import { ActionIcon } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import type { MessagePreview } from '@shiloh/contract/messaging/bulk'
import type { MessageChannel } from '@shiloh/contract/messaging/fields'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAccount, useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { MarkedText } from '#ui/base/marked-text'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PickSelect } from '#ui/form/pick-select'
import classes from './compose.module.css'
import { texts } from './texts.ts'

interface ReaderViewProps {
  preview: MessagePreview | undefined
  channels: readonly MessageChannel[]
  language: Language | undefined
  onLanguage: (language: Language | undefined) => void
  onAt: (at: number) => void
  /** A person of one's choice. */
  readerId: string | undefined
  onReader: (id: string) => void
}

/** How one person reads the message: always beside the text. */
export function ReaderView(props: ReaderViewProps) {
  const { preview, channels, language, onLanguage, onAt, readerId, onReader } = props
  const can = useCan()
  const t = useT(texts)
  const { organisation } = useAccount()
  const reader = preview?.reader
  if (!preview || !reader)
    return (
      <aside className={classes.reader} aria-label={t('reader')}>
        <p className="dim">{preview ? t('nobody') : '…'}</p>
      </aside>
    )
  const isExample = reader._id === null
  const why = (channel: MessageChannel) => {
    const reason = reader.left_out[channel]
    return reason ? <p className={classes.left}>{t(`not_sent_${reason}`, { channel })}</p> : null
  }
  const page = reader.mail ?? reader.app
  const isWritten = channels.includes('mail') || channels.includes('app')
  return (
    <aside className={classes.reader} aria-label={t('reader')}>
      <div className={classes.readerHead}>
        <div>
          <span className="dim small">{t('reader')}</span>
          <div>
            <b>{reader.name}</b>
          </div>
          {isExample ? <p className="dim small">{t('example_reader')}</p> : null}
        </div>
        {isExample ? null : (
          <div className={classes.steps}>
            <ActionIcon
              variant="subtle"
              aria-label={t('previous_reader')}
              disabled={reader.at === 0}
              onClick={() => onAt(reader.at - 1)}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <span className="num small">{t('position', { at: reader.at + 1, people: preview.people })}</span>
            <ActionIcon
              variant="subtle"
              aria-label={t('next_reader')}
              disabled={reader.at + 1 >= preview.people}
              onClick={() => onAt(reader.at + 1)}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
          </div>
        )}
      </div>
      {can('users.read') && reader._id !== null ? (
        <PickSelect
          label={t('choose_reader')}
          route={authorizationRoutes.pickUsers}
          placeholder={reader.name}
          value={readerId ?? null}
          picked={readerId === reader._id ? [{ _id: reader._id, name: reader.name }] : []}
          onChange={({ _id }) => onReader(_id)}
        />
      ) : null}
      {readerId !== undefined && readerId !== reader._id ? <p className={classes.left}>{t('not_a_reader')}</p> : null}
      <ChoiceSelect
        label={t('read_in')}
        value={language ?? 'own'}
        choices={[
          { value: 'own', label: t('own_language', { language: languageName(reader.language) }) },
          ...LANGUAGES.map((one) => ({ value: one as string, label: languageName(one) })),
        ]}
        onChange={(value) => onLanguage(LANGUAGES.find((one) => one === value))}
      />
      {isWritten ? (
        <>
          <p className={classes.medium}>
            <b>{t(channels.includes('mail') ? 'channel_mail' : 'channel_app')}</b>
            <span className="dim">{channels.includes('mail') ? (reader.email ?? '–') : ''}</span>
          </p>
          {channels.includes('mail') ? why('mail') : null}
          {page ? (
            <article className={classes.mail} lang={page.language}>
              <header>
                <b>{page.subject}</b>
                <span className="dim small">{t('office', { name: organisation.short_name })}</span>
              </header>
              <div>
                <MarkedText text={page.body} />
              </div>
            </article>
          ) : (
            <p className="dim small">{t('no_mail_text')}</p>
          )}
        </>
      ) : null}
      {channels.includes('sms') ? (
        <>
          <p className={classes.medium}>
            <b>{t('channel_sms')}</b>
            <span className="dim num">
              {[
                reader.phone ? formatPhone(reader.phone) : '–',
                ...(reader.sms
                  ? [t('characters', { count: reader.sms.characters }), t('parts_count', { count: reader.sms.parts })]
                  : []),
              ].join(', ')}
            </span>
          </p>
          {why('sms')}
          {reader.sms ? (
            <p className={classes.sms} lang={reader.sms.language}>
              {reader.sms.text}
            </p>
          ) : (
            <p className="dim small">{t('no_sms_text')}</p>
          )}
        </>
      ) : null}
    </aside>
  )
}
