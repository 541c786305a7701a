import { LANGUAGES } from '@shiloh/contract/core'
import {
  type ANNOUNCEMENT_STATES,
  type Announcement,
  announcementRoutes,
} from '@shiloh/contract/messaging/announcements'
import { formatCount } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import { isStatus } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { useListAddress } from '#ui/list/list-address'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { texts as words } from '../../ui/base/texts.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { texts } from './announcement-texts.ts'
import classes from './announcements.module.css'
import { AnnouncementBadge, MessagingTabs } from './parts.tsx'

/** The tabs, what is shown now first. */
const TABS = [
  'live',
  'planned',
  'ended',
  'called_off',
] as const satisfies readonly (typeof ANNOUNCEMENT_STATES)[number][]
const isTab = (value: unknown): value is (typeof TABS)[number] => TABS.some((tab) => tab === value)

/** `/admin/announcements`: what is said to an audience, from when and until when. */
export function AnnouncementsPage() {
  const t = useT(texts)
  const status = useT(words)
  const own = useLanguage()
  const zone = useAccount().organisation.time_zone
  const [open, setOpen] = useState<Announcement | 'new'>()
  const { filters, change } = useListAddress(['state'], false)
  const state = isTab(filters['state']) ? filters['state'] : 'live'
  const row = open === 'new' ? undefined : open
  const titleOf = ({ title }: Announcement) =>
    title[own] ?? LANGUAGES.flatMap((language) => title[language] ?? [])[0] ?? ''
  // A part that was deleted still narrows the audience: nobody belongs to it.
  const audienceOf = ({ audience, event, units, participant_type }: Announcement) => {
    const gone = (audience.unit_ids?.length ?? 0) - units.length
    return [
      ...(audience.roles ?? ['user' as const]).map((role) => t(`role_${role}`)),
      ...units.map(({ name }) => name),
      ...(gone > 0 ? [t('units_gone', { count: gone })] : []),
      ...(event ? [event.name || t('event_gone')] : []),
      ...(audience.participant_type_id === undefined ? [] : [participant_type?.name ?? t('type_gone')]),
      ...(audience.statuses ?? []).map((one) => (isStatus(one) ? status(`status_${one}`) : one)),
    ].join(', ')
  }
  return (
    <>
      <ListPage
        route={announcementRoutes.listAnnouncements}
        name="announcements"
        exportRoute={announcementRoutes.exportAnnouncements}
        title={text(texts, 'announcements')}
        live="bulk-messages"
        rowName={titleOf}
        onOpen={setOpen}
        create={{ label: text(texts, 'add'), permission: 'notifications.create', onCreate: () => setOpen('new') }}
        fixed={{ state }}
        columns={[
          { key: 'title', header: text(texts, 'title'), cell: (each) => <b>{titleOf(each)}</b>, wraps: true },
          {
            key: 'audience',
            exported: ['audience', 'units', 'event', 'participant_type'],
            header: text(texts, 'audience'),
            cell: audienceOf,
            wraps: true,
          },
          {
            key: 'state',
            header: text(texts, 'state'),
            cell: (each) => <AnnouncementBadge of={each} />,
          },
          {
            key: 'pinned',
            header: text(texts, 'pinned'),
            cell: (each) => (each.pinned ? t('yes') : nothing),
          },
          {
            key: 'starts_at',
            header: text(texts, 'starts_at'),
            sort: 'starts_at',
            cell: (each) => <DateText value={each.starts_at} zone={zone} time weekday={false} />,
          },
          {
            key: 'ends_at',
            header: text(texts, 'ends_at'),
            cell: (each) =>
              each.ends_at ? <DateText value={each.ends_at} zone={zone} time weekday={false} /> : nothing,
          },
          {
            key: 'readers',
            exported: ['readers', 'people'],
            header: text(texts, 'readers'),
            numeric: true,
            cell: (each) => {
              const words = t('readers_of', {
                readers: formatCount(each.readers, own),
                people: formatCount(each.people, own),
              })
              return each.state === 'planned' || each.state === 'called_off' ? (
                nothing
              ) : (
                <Link
                  to="/admin/announcements/$id"
                  params={{ id: each._id }}
                  className="num"
                  onClick={(event) => event.stopPropagation()}
                >
                  {words}
                </Link>
              )
            },
          },
        ]}
        phone={{
          title: titleOf,
          badge: (each) => <AnnouncementBadge of={each} />,
          note: audienceOf,
          value: (each) =>
            each.state === 'planned' || each.state === 'called_off'
              ? null
              : t('readers_of', { readers: formatCount(each.readers, own), people: formatCount(each.people, own) }),
        }}
        empty={{ title: text(texts, `none_${state}`), hint: text(texts, 'none_hint') }}
      >
        <MessagingTabs />
        <div className={classes.tabs}>
          <Segments
            label={t('state')}
            choices={TABS.map((value) => ({ value, label: t(`state_${value}`) }))}
            value={state}
            onChange={(next) => change({ state: next })}
          />
        </div>
      </ListPage>
      {open ? (
        <AnnouncementForm
          key={row?._id ?? 'new'}
          row={row}
          title={row ? titleOf(row) : t('add')}
          onDone={() => setOpen(undefined)}
          onPlanned={() => change({ state: 'planned' })}
        />
      ) : null}
    </>
  )
}
