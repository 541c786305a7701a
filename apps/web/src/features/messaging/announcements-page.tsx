import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import {
  ANNOUNCEMENT_STATES,
  type Announcement,
  AUDIENCE_ROLES,
  announcementRoutes,
} from '@shiloh/contract/messaging/announcements'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { formatCount } from '@shiloh/contract/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { text, useLanguage, useT } from '#platform/i18n'
import { refetchAll } from '#platform/queries'
import { isStatus, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { RecordForm } from '#ui/form/record-form'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { texts as words } from '../../ui/base/texts.ts'
import { texts } from './announcement-texts.ts'
import { MessagingTabs } from './parts.tsx'

const tones = { planned: 'mute', live: 'ok', ended: 'mute' } as const

/** The form is flat: a field a language. */
const blank = z.string().nullish()
const schema = z.object({
  title_en: blank,
  text_en: blank,
  title_de: blank,
  text_de: blank,
  title_fr: blank,
  text_fr: blank,
  title_pt: blank,
  text_pt: blank,
  roles: z.array(z.string()),
  unit_ids: z.array(z.string()),
  event_id: blank,
  participant_type_id: blank,
  statuses: z.array(z.string()),
  channels: z.array(z.string()),
  starts_at: blank,
  ends_at: blank,
  pinned: z.boolean(),
})
type Form = z.output<typeof schema>

const filled = (form: Form, part: 'title' | 'text') =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const written = form[`${part}_${language}`]
      return written ? [[language, written]] : []
    }),
  )

/** The body of the API. An empty part of the audience narrows nothing. */
const bodyOf = (form: Form) => ({
  title: filled(form, 'title'),
  text: filled(form, 'text'),
  audience: {
    ...(form.roles.length > 0 && { roles: AUDIENCE_ROLES.filter((role) => form.roles.includes(role)) }),
    ...(form.unit_ids.length > 0 && { unit_ids: form.unit_ids }),
    ...(form.event_id && { event_id: form.event_id }),
    ...(form.participant_type_id && { participant_type_id: form.participant_type_id }),
    ...(form.statuses.length > 0 && {
      statuses: RESERVATION_STATUSES.filter((status) => form.statuses.includes(status)),
    }),
  },
  channels: (['app', 'mail', 'sms'] as const).filter((one) => one === 'app' || form.channels.includes(one)),
  ...(form.starts_at && { starts_at: form.starts_at }),
  ends_at: form.ends_at || null,
  pinned: form.pinned,
})

const formOf = (row: Announcement | undefined): Form => {
  const of = (part: 'title' | 'text', language: Language) => row?.[part][language] ?? ''
  return {
    title_en: of('title', 'en'),
    text_en: of('text', 'en'),
    title_de: of('title', 'de'),
    text_de: of('text', 'de'),
    title_fr: of('title', 'fr'),
    text_fr: of('text', 'fr'),
    title_pt: of('title', 'pt'),
    text_pt: of('text', 'pt'),
    roles: [...(row?.audience.roles ?? [])],
    unit_ids: [...(row?.audience.unit_ids ?? [])],
    event_id: row?.audience.event_id ?? null,
    participant_type_id: row?.audience.participant_type_id ?? null,
    statuses: [...(row?.audience.statuses ?? [])],
    channels: row?.channels.filter((channel) => channel !== 'app') ?? [],
    starts_at: row?.starts_at ?? null,
    ends_at: row?.ends_at ?? null,
    pinned: row?.pinned ?? false,
  }
}

/** `/admin/announcements`: what is said to an audience, from when and until when. */
export function AnnouncementsPage() {
  const t = useT(texts)
  const status = useT(words)
  const own = useLanguage()
  const can = useCan()
  const client = useQueryClient()
  const zone = useAccount().organisation.time_zone
  const [open, setOpen] = useState<Announcement | 'new'>()
  const row = open === 'new' ? undefined : open
  const titleOf = ({ title }: Announcement) =>
    title[own] ?? LANGUAGES.flatMap((language) => title[language] ?? [])[0] ?? ''
  const audienceOf = ({ audience, event, units }: Announcement) =>
    [
      ...(audience.roles ?? ['user' as const]).map((role) => t(`role_${role}`)),
      ...units.map(({ name }) => name),
      ...(event ? [event.name] : []),
    ].join(', ')
  const hasStarted = row !== undefined && row.state !== 'planned'
  const save = async (form: Form) => {
    const body = bodyOf(form)
    if (!row) await call(announcementRoutes.announce, { body, idempotencyKey: newIdempotencyKey() })
    else
      await call(announcementRoutes.changeAnnouncement, {
        params: { id: row._id },
        body: hasStarted ? { ends_at: body.ends_at, pinned: body.pinned } : body,
      })
    await refetchAll(client, [announcementRoutes.listAnnouncements])
  }
  return (
    <>
      <ListPage
        route={announcementRoutes.listAnnouncements}
        name="announcements"
        title={text(texts, 'announcements')}
        live="bulk-messages"
        rowName={titleOf}
        onOpen={setOpen}
        create={{ label: text(texts, 'add'), permission: 'notifications.create', onCreate: () => setOpen('new') }}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: text(texts, 'state'),
            choices: ANNOUNCEMENT_STATES.map((value) => ({ value, label: text(texts, `state_${value}`) })),
          },
        ]}
        columns={[
          { key: 'title', header: text(texts, 'title'), cell: (each) => <b>{titleOf(each)}</b>, wraps: true },
          { key: 'audience', header: text(texts, 'audience'), cell: audienceOf, wraps: true },
          {
            key: 'state',
            header: text(texts, 'state'),
            cell: (each) => <ToneBadge tone={tones[each.state]}>{t(`state_${each.state}`)}</ToneBadge>,
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
            header: text(texts, 'readers'),
            numeric: true,
            cell: (each) => (
              <span className="num">
                {t('readers_of', { readers: formatCount(each.readers, own), people: formatCount(each.people, own) })}
              </span>
            ),
          },
        ]}
        phone={{
          title: titleOf,
          badge: (each) => <ToneBadge tone={tones[each.state]}>{t(`state_${each.state}`)}</ToneBadge>,
          note: audienceOf,
          value: (each) =>
            t('readers_of', { readers: formatCount(each.readers, own), people: formatCount(each.people, own) }),
        }}
        empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
      >
        <MessagingTabs />
      </ListPage>
      {open ? (
        <RecordForm
          key={row?._id ?? 'new'}
          schema={schema}
          title={row ? titleOf(row) : t('add')}
          action={text(texts, row ? 'save' : 'announce')}
          readOnly={!can('notifications.create')}
          values={formOf(row)}
          onSave={save}
          onDone={() => setOpen(undefined)}
          sections={[
            ...(hasStarted
              ? []
              : [
                  ...LANGUAGES.map((language) => ({
                    title: () => languageName(language),
                    fields: [
                      { kind: 'text', name: `title_${language}`, label: text(texts, 'title') },
                      { kind: 'textarea', name: `text_${language}`, label: text(texts, 'text'), rows: 3 },
                    ] as const,
                  })),
                  {
                    title: text(texts, 'audience'),
                    hint: text(texts, 'audience_hint'),
                    fields: [
                      {
                        kind: 'multiselect',
                        name: 'roles',
                        label: text(texts, 'roles'),
                        choices: AUDIENCE_ROLES.map((value) => ({ value, label: text(texts, `role_${value}`) })),
                      },
                      {
                        kind: 'multipick',
                        name: 'unit_ids',
                        label: text(texts, 'units'),
                        route: organisationRoutes.pickChurchUnits,
                        picked: row?.units ?? [],
                      },
                      {
                        kind: 'pick',
                        name: 'event_id',
                        label: text(texts, 'event'),
                        route: adminEventRoutes.pickEvents,
                        picked: row?.event ? [row.event] : [],
                      },
                      {
                        kind: 'pick',
                        name: 'participant_type_id',
                        label: text(texts, 'participant_type'),
                        route: participantTypeRoutes.query,
                      },
                      {
                        kind: 'multiselect',
                        name: 'statuses',
                        label: text(texts, 'statuses'),
                        choices: RESERVATION_STATUSES.map((value) => ({
                          value,
                          label: () => (isStatus(value) ? status(`status_${value}`) : value),
                        })),
                      },
                    ] as const,
                  },
                ]),
            {
              title: text(texts, 'when'),
              fields: [
                ...(hasStarted
                  ? []
                  : ([
                      {
                        kind: 'multiselect',
                        name: 'channels',
                        label: text(texts, 'channels'),
                        hint: text(texts, 'channels_hint'),
                        choices: (['mail', 'sms'] as const).map((value) => ({
                          value,
                          label: text(texts, `channel_${value}`),
                        })),
                      },
                      {
                        kind: 'datetime',
                        name: 'starts_at',
                        label: text(texts, 'starts_at'),
                        hint: text(texts, 'starts_hint'),
                        zone,
                      },
                    ] as const)),
                {
                  kind: 'datetime',
                  name: 'ends_at',
                  label: text(texts, 'ends_at'),
                  hint: text(texts, 'ends_hint'),
                  zone,
                },
                { kind: 'switch', name: 'pinned', label: text(texts, 'pinned'), hint: text(texts, 'pinned_hint') },
              ],
            },
          ]}
        />
      ) : null}
    </>
  )
}
