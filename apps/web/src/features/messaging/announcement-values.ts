import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { type Announcement, AUDIENCE_ROLES } from '@shiloh/contract/messaging/announcements'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { z } from 'zod'

/** The form is flat: a field a language. */
const blank = z.string().nullish()
export const schema = z.object({
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
export type Form = z.output<typeof schema>

const filled = (form: Form, part: 'title' | 'text') =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const written = form[`${part}_${language}`]
      return written ? [[language, written]] : []
    }),
  )

/** The audience of the API. An empty part narrows nothing. */
export const audienceOf = (
  form: Pick<Form, 'roles' | 'unit_ids' | 'event_id' | 'participant_type_id' | 'statuses'>,
) => ({
  ...(form.roles.length > 0 && { roles: AUDIENCE_ROLES.filter((role) => form.roles.includes(role)) }),
  ...(form.unit_ids.length > 0 && { unit_ids: form.unit_ids }),
  ...(form.event_id && { event_id: form.event_id }),
  ...(form.participant_type_id && { participant_type_id: form.participant_type_id }),
  ...(form.statuses.length > 0 && {
    statuses: RESERVATION_STATUSES.filter((status) => form.statuses.includes(status)),
  }),
})

/** The body of the API. */
export const bodyOf = (form: Form) => ({
  title: filled(form, 'title'),
  text: filled(form, 'text'),
  audience: audienceOf(form),
  channels: (['app', 'mail', 'sms'] as const).filter((one) => one === 'app' || form.channels.includes(one)),
  ...(form.starts_at && { starts_at: form.starts_at }),
  ends_at: form.ends_at || null,
  pinned: form.pinned,
})

/** The values of the form, of an announcement or of a new one. */
export const formOf = (row: Announcement | undefined): Form => {
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
