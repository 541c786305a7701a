import { isLanguage, type Language } from '@shiloh/contract/core'
import {
  type ClientGroup,
  clientGroup,
  DEFAULT_SETTINGS,
  type EditedClientGroup,
  generalSettings,
  messageSettings,
  type PublicSettings,
  passwordPolicy,
  type SettingsName,
  securitySettings,
} from '@shiloh/contract/organisation'
import type { DateFormat } from '@shiloh/contract/text/format'
import { inLanguage, type Translations } from '@shiloh/contract/text/translations'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import { nextVersion } from '#platform/db/edits.store'
import { translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { fileUrlOrNull } from '#platform/files/files.store'

const stored = z.object({
  general_settings: generalSettings,
  security_settings: securitySettings,
  password_complexity_settings: passwordPolicy,
  message_settings: messageSettings,
})
export type Settings = z.output<typeof stored>

const group = z.record(z.string(), z.unknown())

/** Returns the current settings. A setting newer than the installation has its default. */
export const readSettings = async (db: Queryable): Promise<Settings> => {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const byName = new Map(rows.map(({ name, value }) => [name, group.parse(value)]))
  return stored.parse(
    Object.fromEntries(
      Object.entries(DEFAULT_SETTINGS).map(([name, defaults]) => [name, { ...defaults, ...byName.get(name) }]),
    ),
  )
}

/** Returns the public part of the settings, in the language of a reader. */
export const publicSettingsOf = (settings: Settings, reader: Language): PublicSettings => ({
  general_settings: inLanguage(settings.general_settings, reader),
  security_settings: {
    idle_timeout: settings.security_settings.idle_timeout,
    require_client_phone_verification: settings.security_settings.require_client_phone_verification,
  },
  password_complexity_settings: settings.password_complexity_settings,
  sign_ups_disabled: settings.security_settings.sign_ups_disabled,
})

export const saveSettings = async <N extends keyof Settings>(
  tx: Tx,
  now: Date,
  name: N,
  value: Settings[N],
): Promise<void> => {
  await tx
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updated_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: JSON.stringify(value),
        updated_at: now,
        version: sql<number>`settings.version + 1`,
      }),
    )
    .execute()
}

/** Arbitrary. It only has to be the same in every process. */
const SETTINGS_LOCK = 7_260_116

/** Serialises changes of settings. A group that was never set has no row to lock. */
export const lockSettings = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
}

/** Returns how often each group of settings was changed, 0 for never. */
export const readVersions = async (db: Queryable): Promise<Record<SettingsName, number>> => {
  const rows = await db.selectFrom('settings').select(['name', 'version']).execute()
  const group = await db.selectFrom('client_groups').select('version').executeTakeFirst()
  const of = (name: SettingsName) => rows.find((row) => row.name === name)?.version ?? 0
  return {
    general_settings: of('general_settings'),
    security_settings: of('security_settings'),
    password_complexity_settings: of('password_complexity_settings'),
    message_settings: of('message_settings'),
    client_group: group?.version ?? 0,
  }
}

/** Returns the organisation that runs this installation, for those who edit it. */
export const readEditedGroup = async (db: Queryable): Promise<EditedClientGroup> => {
  const row = await db
    .selectFrom('client_groups')
    .select([
      'id',
      'name',
      'short_name',
      'logo_file_id',
      'accent_colour',
      'country_code',
      'currency',
      'time_zone',
      'language',
      'date_format',
      'email',
      'phone',
      'address',
      'about',
    ])
    .select(translationsIn<'about'>('client_groups').as('translations'))
    .executeTakeFirstOrThrow()
  const { id, logo_file_id, accent_colour, country_code, language, date_format, ...rest } = row
  return {
    _id: id,
    logo_url: fileUrlOrNull(logo_file_id),
    color: accent_colour,
    country: country_code,
    language: isLanguage(language) ? language : 'en',
    date_format: clientGroup.shape.date_format.parse(date_format),
    ...rest,
  }
}

/** Returns the organisation in the language of a reader, or in its own. */
export const readClientGroup = async (db: Queryable, reader?: Language): Promise<ClientGroup> => {
  const group = await readEditedGroup(db)
  return inLanguage(group, reader ?? group.language)
}

interface ClientGroupPatch {
  readonly name?: string | undefined
  readonly short_name?: string | undefined
  readonly color?: string | undefined
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly time_zone?: string | undefined
  readonly language?: Language | undefined
  readonly date_format?: DateFormat | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly address?: string | null | undefined
  readonly about?: string | undefined
  readonly translations?: Translations | undefined
  readonly logo_file_id?: string | null | undefined
}

export const updateClientGroup = async (
  tx: Tx,
  now: Date,
  { color, country, translations, ...rest }: ClientGroupPatch,
): Promise<void> => {
  await tx
    .updateTable('client_groups')
    .set({
      ...patchSet({
        ...rest,
        accent_colour: color,
        country_code: country,
        translations: translations && JSON.stringify(translations),
      }),
      updated_at: now,
      version: nextVersion,
    })
    .execute()
}

/** Returns a file with its access rule. */
export const findFile = (db: Queryable, id: string) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id', 'visibility', 'purpose', 'name', 'mime', 'storage_key', 'sha256'])
    .select(
      sql<string | null>`coalesce(
        (select m.ticket_id from support_attachments a join support_messages m on m.id = a.message_id
          where a.file_id = files.id limit 1),
        (select n.ticket_id from support_note_files a join support_notes n on n.id = a.note_id
          where a.file_id = files.id limit 1))`.as('ticket_id'),
    )
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns whether an enabled country with this code exists. */
export const countryExists = async (db: Queryable, code: string): Promise<boolean> =>
  (await db.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirst()) !== undefined
