import { LANGUAGES, type Language, line, paragraphs } from '@shiloh/contract/core'
import { type Announcement, AUDIENCE_ROLES } from '@shiloh/contract/messaging/announcements'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { translatedLine, translationsOf } from '@shiloh/contract/text/translations'
import { z } from 'zod'

const blank = z.string().nullish()
const translations = translationsOf({ title: translatedLine(150), text: paragraphs(5000) })
/** The church's own language is in the fields themselves, as in every form of what the church writes. */
export const schema = z.object({
  title: line(150),
  text: paragraphs(5000).refine((written) => written !== '', { error: 'required' }),
  translations: translations.write,
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

const written = (form: Form, part: 'title' | 'text', own: Language) =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = language === own ? form[part] : form.translations?.[language]?.[part]
      return text ? [[language, text]] : []
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
export const bodyOf = (form: Form, own: Language) => ({
  title: written(form, 'title', own),
  text: written(form, 'text', own),
  audience: audienceOf(form),
  channels: (['app', 'mail', 'sms'] as const).filter((one) => one === 'app' || form.channels.includes(one)),
  ...(form.starts_at && { starts_at: form.starts_at }),
  ends_at: form.ends_at || null,
  pinned: form.pinned,
})

/** The values of the form, of an announcement or of a new one. */
export const formOf = (row: Announcement | undefined, own: Language): Form => {
  const of = (part: 'title' | 'text', language: Language) => row?.[part][language] ?? ''
  return {
    title: of('title', own),
    text: of('text', own),
    translations: Object.fromEntries(
      LANGUAGES.filter((language) => language !== own && (of('title', language) || of('text', language))).map(
        (language) => [language, { title: of('title', language), text: of('text', language) }],
      ),
    ),
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
