import type { I18n } from '@lingui/core'
import { type DataOf, LANGUAGES, languageName } from '@shiloh/contract/core'
import {
  type EditedClientGroup,
  organisationRoutes,
  SETTINGS_UPDATES,
  type SettingsName,
} from '@shiloh/contract/organisation'
import { DATE_FORMATS, formatDate } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCountries } from '#platform/countries'
import { currencyChoices } from '#platform/currencies'
import { languageOf, text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { TabLinks } from '#ui/shell/tab-links'
import { texts as languages } from '../../../ui/form/languages/languages-texts.ts'
import { AccentPreview } from './accent-preview.tsx'
import { GroupForm } from './group-form.tsx'
import { Logo } from './logo.tsx'
import { MaintenancePreview } from './maintenance-preview.tsx'
import { settingsPages } from './pages.ts'
import { PasswordPreview } from './password-preview.tsx'
import classes from './settings.module.css'
import { texts } from './texts.ts'

type Settings = DataOf<typeof organisationRoutes.readSettings>

/** Choices that the browser knows by itself, under their own names. */
const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: () => zone.replaceAll('_', ' '),
}))

/** The formats of dates, each by its example. */
const EXAMPLE = '2027-01-22'
const dateFormats = DATE_FORMATS.map((value) => ({
  value,
  label: (i18n: I18n) => {
    const date = formatDate(EXAMPLE, languageOf(i18n), 'UTC', value)
    return value === 'language' ? text(texts, 'date_format_language', { date })(i18n) : date
  },
}))

function Organisation({ group: { _id: _, logo_url, ...organisation } }: { group: EditedClientGroup }) {
  const countries = useCountries()
  return (
    <>
      <Logo url={logo_url} />
      <GroupForm
        name="client_group"
        schema={SETTINGS_UPDATES.client_group}
        values={organisation}
        fields={[
          {
            kind: 'text',
            name: 'name',
            label: text(texts, 'name'),
            hint: text(texts, 'name_hint'),
            required: true,
            half: true,
          },
          {
            kind: 'text',
            name: 'short_name',
            label: text(texts, 'short_name'),
            hint: text(texts, 'short_name_hint'),
            required: true,
            half: true,
          },
          { kind: 'text', name: 'email', label: text(texts, 'email'), type: 'email', half: true },
          { kind: 'text', name: 'phone', label: text(texts, 'phone'), inputMode: 'tel', half: true },
          { kind: 'textarea', name: 'address', label: text(texts, 'address'), rows: 2 },
          {
            kind: 'select',
            name: 'country',
            label: text(texts, 'country'),
            hint: text(texts, 'country_hint'),
            choices: countries.map(({ code, name }) => ({ value: code, label: () => name })),
            required: true,
            half: true,
          },
          {
            kind: 'select',
            name: 'currency',
            label: text(texts, 'currency'),
            hint: text(texts, 'currency_hint'),
            choices: currencyChoices(organisation.currency),
            required: true,
            half: true,
          },
          {
            kind: 'select',
            name: 'time_zone',
            label: text(texts, 'time_zone'),
            hint: text(texts, 'time_zone_hint'),
            choices: zones.some(({ value }) => value === organisation.time_zone)
              ? zones
              : [{ value: organisation.time_zone, label: () => organisation.time_zone }, ...zones],
            required: true,
            half: true,
          },
          {
            kind: 'select',
            name: 'language',
            label: text(texts, 'language'),
            hint: text(texts, 'language_hint'),
            choices: LANGUAGES.map((value) => ({ value, label: () => languageName(value) })),
            required: true,
            half: true,
          },
          {
            kind: 'select',
            name: 'date_format',
            label: text(texts, 'date_format'),
            hint: text(texts, 'date_format_hint'),
            choices: dateFormats,
            required: true,
            half: true,
          },
          {
            kind: 'color',
            name: 'color',
            label: text(texts, 'color'),
            hint: text(texts, 'color_hint'),
            half: true,
          },
          {
            kind: 'textarea',
            name: 'about',
            label: text(texts, 'about'),
            hint: text(texts, 'about_hint'),
            empty: '',
          },
          {
            kind: 'languages',
            name: 'translations',
            label: text(languages, 'label'),
            fields: [{ name: 'about', label: text(texts, 'about'), rows: 4, max: 2000 }],
          },
        ]}
      >
        <AccentPreview />
      </GroupForm>
    </>
  )
}

function Security({ values }: { values: Settings['security_settings'] }) {
  return (
    <GroupForm
      name="security_settings"
      schema={SETTINGS_UPDATES.security_settings}
      values={values}
      fields={[
        {
          kind: 'switch',
          name: 'sign_ups_disabled',
          label: text(texts, 'sign_ups_disabled'),
          hint: text(texts, 'sign_ups_hint'),
        },
        {
          kind: 'switch',
          name: 'approve_sign_ups',
          label: text(texts, 'approve_sign_ups'),
          hint: text(texts, 'approve_sign_ups_hint'),
        },
        {
          kind: 'switch',
          name: 'require_client_phone_verification',
          label: text(texts, 'require_client_phone_verification'),
          hint: text(texts, 'require_client_phone_verification_hint'),
        },
        {
          kind: 'switch',
          name: 'require_admin_second_step',
          label: text(texts, 'require_admin_second_step'),
          hint: text(texts, 'require_admin_second_step_hint'),
        },
        {
          kind: 'number',
          name: 'idle_timeout',
          label: text(texts, 'idle_timeout'),
          hint: text(texts, 'idle_timeout_hint'),
          min: 1,
          max: 240,
          required: true,
          half: true,
        },
        {
          kind: 'number',
          name: 'shift_hours',
          label: text(texts, 'shift_hours'),
          hint: text(texts, 'shift_hours_hint'),
          min: 1,
          max: 48,
          required: true,
          half: true,
        },
        {
          kind: 'number',
          name: 'password_expires_after_days',
          label: text(texts, 'password_expires_after_days'),
          hint: text(texts, 'password_expires_hint'),
          min: 1,
          placeholder: text(texts, 'never'),
          half: true,
          empty: null,
        },
      ]}
    />
  )
}

function Passwords({ values }: { values: Settings['password_complexity_settings'] }) {
  return (
    <GroupForm
      name="password_complexity_settings"
      schema={SETTINGS_UPDATES.password_complexity_settings}
      values={values}
      fields={[
        {
          kind: 'switch',
          name: 'enable_password_complexity_check',
          label: text(texts, 'enable_password_complexity_check'),
          hint: text(texts, 'password_check_hint'),
        },
        {
          kind: 'number',
          name: 'minimum_length',
          label: text(texts, 'minimum_length'),
          min: 8,
          max: 64,
          required: true,
          half: true,
        },
        {
          kind: 'switch',
          name: 'include_upper_and_lower_cased_characters',
          label: text(texts, 'include_upper_and_lower_cased_characters'),
        },
        { kind: 'switch', name: 'include_special_character', label: text(texts, 'include_special_character') },
        { kind: 'switch', name: 'include_number', label: text(texts, 'include_number') },
      ]}
    >
      <PasswordPreview />
    </GroupForm>
  )
}

function Maintenance({ values }: { values: Settings['general_settings'] }) {
  return (
    <GroupForm
      name="general_settings"
      schema={SETTINGS_UPDATES.general_settings}
      values={values}
      fields={[
        {
          kind: 'switch',
          name: 'enable_maintenance_mode',
          label: text(texts, 'enable_maintenance_mode'),
          hint: text(texts, 'maintenance_hint'),
        },
        {
          kind: 'textarea',
          name: 'maintenance_message',
          label: text(texts, 'maintenance_message'),
          hint: text(texts, 'maintenance_message_hint'),
          empty: '',
        },
        {
          kind: 'languages',
          name: 'translations',
          label: text(languages, 'label'),
          fields: [{ name: 'maintenance_message', label: text(texts, 'maintenance_message'), rows: 3, max: 500 }],
        },
      ]}
    >
      <MaintenancePreview />
    </GroupForm>
  )
}

function Messages({ values, currency }: { values: Settings['message_settings']; currency: string }) {
  return (
    <GroupForm
      name="message_settings"
      schema={SETTINGS_UPDATES.message_settings}
      values={values}
      fields={[
        {
          kind: 'money',
          name: 'sms_part_price',
          label: text(texts, 'sms_part_price'),
          hint: text(texts, 'sms_part_price_hint'),
          currency,
          half: true,
          empty: null,
        },
      ]}
    />
  )
}

const panels: Readonly<Record<SettingsName, (all: Settings) => ReactNode>> = {
  client_group: (all) => <Organisation group={all.client_group} />,
  security_settings: (all) => <Security values={all.security_settings} />,
  password_complexity_settings: (all) => <Passwords values={all.password_complexity_settings} />,
  message_settings: (all) => <Messages values={all.message_settings} currency={all.client_group.currency} />,
  general_settings: (all) => <Maintenance values={all.general_settings} />,
}

/** `/admin/settings/{name}`: the organisation and its settings, each group at its own address. */
export function SettingsPage() {
  const t = useT(texts)
  const { name }: { name?: string } = useParams({ strict: false })
  const asked = useQuery(queryOf(organisationRoutes.readSettings))
  const current = settingsPages.find((one) => one.name === name)?.name ?? 'client_group'
  return (
    <div className={classes.page}>
      <div>
        <PageHeader breadcrumbs={false} compact title={t('settings')} note={t(`${current}_lead`)} />
        <TabLinks label={t('settings')} tabs={settingsPages.map(({ to, name: one }) => ({ to, label: t(one) }))} />
      </div>
      {asked.data ? (
        <div key={current}>{panels[current](asked.data)}</div>
      ) : asked.error ? (
        <LoadFailed message={asked.error.message} onRetry={() => void asked.refetch()} />
      ) : (
        <Scaffold kind="list" rows={8} />
      )}
    </div>
  )
}
