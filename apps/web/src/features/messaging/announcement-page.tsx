import { Button } from '@mantine/core'
import { LANGUAGES } from '@shiloh/contract/core'
import { type AnnouncementReader, announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { formatCount } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconEdit, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Strip } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { MarkedText } from '#ui/base/marked-text'
import { PersonLink } from '#ui/base/person-link'
import { DateText, PhoneLink } from '#ui/base/values'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { useMessageSelected } from '#ui/list/message-link'
import { PageHeader } from '#ui/shell/page-header'
import { AnnouncementForm } from './announcement-form.tsx'
import { texts } from './announcement-texts.ts'
import classes from './announcements.module.css'
import { AnnouncementBadge, Outcome } from './parts.tsx'
import { texts as messageTexts } from './texts.ts'

/** `/admin/announcements/{id}`: who has read it and who has not. */
export function AnnouncementPage() {
  const t = useT(texts)
  const words = useT(messageTexts)
  const own = useLanguage()
  const can = useCan()
  const message = useMessageSelected<AnnouncementReader>(({ _id }) => _id)
  const zone = useAccount().organisation.time_zone
  const { id = '' } = useParams({ strict: false })
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useQuery(queryOf(announcementRoutes.getAnnouncement, { params: { id } }))
  if (isGone(error)) return <NotFound />
  if (!data)
    return error ? (
      <LoadFailed message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Scaffold kind="list" rows={12} />
    )
  const inOwn = (written: typeof data.title) =>
    written[own] ?? LANGUAGES.flatMap((language) => written[language] ?? [])[0] ?? ''
  const title = inOwn(data.title)
  const unread = data.people - data.readers
  const mayWrite = can('messages.create') && can('users.read')
  const readOf = ({ read_at }: AnnouncementReader) =>
    read_at ? <DateText value={read_at} zone={zone} time weekday={false} /> : t('not_read')
  const actions = (
    <>
      {mayWrite && (unread > 0 || data.error !== null) ? (
        <LinkButton
          variant="default"
          leftSection={<IconMail size={18} />}
          to="/admin/messages/new"
          search={{ to: 'people', again_of: id, again_result: 'unread' }}
        >
          {t('message_unread')}
        </LinkButton>
      ) : null}
      {can('notifications.create') && data.state !== 'called_off' ? (
        <Button variant="default" leftSection={<IconEdit size={18} />} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      ) : null}
    </>
  )
  const about = (
    <>
      <div className={classes.about}>
        <AnnouncementBadge of={data} />
        <MarkedText text={inOwn(data.text)} />
      </div>
      {data.error === null ? null : (
        <Refusal role="note">
          {data.error} {t('held_todo')}
        </Refusal>
      )}
      {data.state === 'called_off' ? (
        <p className="dim">{t('called_off_note')}</p>
      ) : (
        <Strip
          figures={[
            { label: t('told'), value: formatCount(data.people, own) },
            { label: t('readers'), value: formatCount(data.readers, own) },
            { label: t('unread'), value: formatCount(unread, own) },
          ]}
        />
      )}
    </>
  )
  const form = isChanging ? <AnnouncementForm row={data} title={title} onDone={() => setChanging(false)} /> : null
  // Nobody was told of one that was called off, and nobody will be: there are no readers to list.
  const isCalledOff = data.state === 'called_off'
  if (isCalledOff || !can('users.read'))
    return (
      <>
        <PageHeader title={title} actions={actions} breadcrumbs={false} />
        {about}
        {isCalledOff ? null : <p className="dim">{words('people_hidden')}</p>}
        {form}
      </>
    )
  return (
    <>
      <ListPage
        route={announcementRoutes.listReaders}
        params={{ id }}
        name="announcement-readers"
        exportRoute={announcementRoutes.exportReaders}
        exportPermission="users.export"
        title={() => title}
        live="bulk-messages"
        rowName={(row) => row.name}
        address={(row) => `/admin/users/${row._id}`}
        actions={actions}
        filters={[
          {
            kind: 'choice',
            key: 'read',
            label: text(texts, 'read'),
            choices: [
              { value: 'true', label: text(texts, 'read_yes') },
              { value: 'false', label: text(texts, 'read_no') },
            ],
          },
        ]}
        columns={[
          {
            key: 'name',
            header: text(messageTexts, 'person'),
            links: false,
            cell: (row) => <PersonLink id={row._id} name={row.name} />,
            sort: 'name',
          },
          { key: 'read_at', header: text(texts, 'read'), cell: readOf },
          {
            key: 'phone',
            header: text(messageTexts, 'phone'),
            cell: (row) => (row.phone ? <PhoneLink phone={row.phone} /> : nothing),
          },
          { key: 'sms', header: text(texts, 'channel_sms'), cell: (row) => <Outcome channel="sms" value={row.sms} /> },
          { key: 'email', header: text(messageTexts, 'mail_address'), cell: (row) => row.email ?? nothing },
          {
            key: 'mail',
            header: text(texts, 'channel_mail'),
            cell: (row) => <Outcome channel="mail" value={row.mail} />,
          },
        ]}
        phone={{
          title: (row) => row.name,
          note: (row) => [row.phone && formatPhone(row.phone), row.email].filter(Boolean).join(', '),
          value: readOf,
        }}
        bulk={message}
        empty={{ title: text(texts, data.people === 0 ? 'nobody_told' : 'nobody_found') }}
      >
        {about}
      </ListPage>
      {form}
    </>
  )
}
