import { Button, FileButton, Tabs } from '@mantine/core'
import {
  type ClientGroup,
  LOGO_FIELD,
  organisationRoutes,
  SETTINGS_UPDATES,
  type SettingsName,
} from '@shiloh/contract/organisation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '#platform/api'
import { text, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { keyOf, queryOf, useAct } from '#platform/queries'
import { PageHeader } from '#ui/page-header'
import { LoadFailed } from '#ui/page-states'
import { type FormField, type NamesOf, RecordForm } from '#ui/record-form'
import { Scaffold } from '#ui/scaffold'
import { toastDone } from '#ui/toast'
import { AccentPreview } from './accent-preview.tsx'
import classes from './settings.module.css'
import { texts } from './texts.ts'

const stale = [organisationRoutes.readSettings, organisationRoutes.readOrganisation]
/** What people change most comes first. */
const order = ['client_group', 'security_settings', 'password_complexity_settings', 'general_settings'] as const

interface GroupFormProps<S extends z.ZodType<FieldValues, FieldValues>> {
  name: SettingsName
  schema: S
  values: DefaultValues<z.input<S>>
  fields: readonly FormField<NamesOf<S>>[]
  children?: ReactNode
}

/** One group of settings: saved on its own; leaving it puts back what is stored. */
function GroupForm<S extends z.ZodType<FieldValues, FieldValues>>(props: GroupFormProps<S>) {
  const t = useT(texts)
  const queries = useQueryClient()
  const { reloadAccount } = usePageActions()
  const [round, setRound] = useState(0)
  return (
    <div className={classes.form}>
      <RecordForm
        key={round}
        as="page"
        schema={props.schema}
        title={t(props.name)}
        values={props.values}
        sections={[{ fields: props.fields }]}
        onSave={async (body) => {
          await call(organisationRoutes.updateSettings, { params: { name: props.name }, body })
          await Promise.all(stale.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
          // Name, colour and rules hold on this page too.
          await reloadAccount()
        }}
        onDone={() => setRound((old) => old + 1)}
      >
        {props.children}
      </RecordForm>
    </div>
  )
}

function Logo({ url }: { url: ClientGroup['logo_url'] }) {
  const t = useT(texts)
  const act = useAct(organisationRoutes.setLogo, stale)
  const set = (file: File | null) =>
    act.mutate(file ? { files: { [LOGO_FIELD]: file } } : {}, {
      onSuccess: () => toastDone({ message: t(file ? 'logo_set' : 'logo_removed') }),
    })
  return (
    <div className={classes.logo}>
      {url ? <img src={url} alt={t('logo')} /> : null}
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && set(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={act.isPending}>
            {t('choose_logo')}
          </Button>
        )}
      </FileButton>
      {url ? (
        <Button variant="subtle" color="gray" onClick={() => set(null)}>
          {t('remove_logo')}
        </Button>
      ) : null}
    </div>
  )
}

/** The organisation and the rules of its deployment, each group under its own tab. */
export function SettingsPage() {
  const t = useT(texts)
  const asked = useQuery(queryOf(organisationRoutes.readSettings))
  const all = asked.data
  if (asked.error && !all) return <LoadFailed message={asked.error.message} onRetry={() => void asked.refetch()} />
  if (!all) return <Scaffold kind="list" rows={8} />
  const { _id: _, logo_url, ...organisation } = all.client_group
  const panels: Readonly<Record<SettingsName, ReactNode>> = {
    client_group: (
      <>
        <Logo url={logo_url} />
        <GroupForm
          name="client_group"
          schema={SETTINGS_UPDATES.client_group}
          values={organisation}
          fields={[
            { kind: 'text', name: 'name', label: text(texts, 'name'), required: true, half: true },
            { kind: 'text', name: 'short_name', label: text(texts, 'short_name'), required: true, half: true },
            { kind: 'text', name: 'email', label: text(texts, 'email'), type: 'email', half: true },
            { kind: 'text', name: 'phone', label: text(texts, 'phone'), inputMode: 'tel', half: true },
            { kind: 'textarea', name: 'address', label: text(texts, 'address'), rows: 2 },
            { kind: 'text', name: 'country', label: text(texts, 'country'), required: true, half: true },
            { kind: 'text', name: 'currency', label: text(texts, 'currency'), required: true, half: true },
            { kind: 'text', name: 'time_zone', label: text(texts, 'time_zone'), required: true, half: true },
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
          ]}
        >
          <AccentPreview />
        </GroupForm>
      </>
    ),
    security_settings: (
      <GroupForm
        name="security_settings"
        schema={SETTINGS_UPDATES.security_settings}
        values={all.security_settings}
        fields={[
          {
            kind: 'switch',
            name: 'sign_ups_disabled',
            label: text(texts, 'sign_ups_disabled'),
            hint: text(texts, 'sign_ups_hint'),
          },
          { kind: 'switch', name: 'approve_sign_ups', label: text(texts, 'approve_sign_ups') },
          {
            kind: 'switch',
            name: 'require_client_phone_verification',
            label: text(texts, 'require_client_phone_verification'),
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
            min: 1,
            max: 240,
            required: true,
            half: true,
          },
          {
            kind: 'number',
            name: 'password_expires_after_days',
            label: text(texts, 'password_expires_after_days'),
            min: 1,
            placeholder: text(texts, 'never'),
            half: true,
            empty: null,
          },
        ]}
      />
    ),
    password_complexity_settings: (
      <GroupForm
        name="password_complexity_settings"
        schema={SETTINGS_UPDATES.password_complexity_settings}
        values={all.password_complexity_settings}
        fields={[
          {
            kind: 'switch',
            name: 'enable_password_complexity_check',
            label: text(texts, 'enable_password_complexity_check'),
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
      />
    ),
    general_settings: (
      <GroupForm
        name="general_settings"
        schema={SETTINGS_UPDATES.general_settings}
        values={all.general_settings}
        fields={[
          {
            kind: 'switch',
            name: 'enable_maintenance_mode',
            label: text(texts, 'enable_maintenance_mode'),
            hint: text(texts, 'maintenance_hint'),
          },
          { kind: 'textarea', name: 'maintenance_message', label: text(texts, 'maintenance_message'), empty: '' },
        ]}
      />
    ),
  }
  return (
    <div className={classes.page}>
      <PageHeader breadcrumbs={false} compact title={t('settings')} />
      {/* Every panel stays, so that what was typed is not lost by looking at another one. */}
      <Tabs defaultValue={order[0]} keepMounted>
        <Tabs.List mb="lg" aria-label={t('settings')}>
          {order.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {order.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {panels[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
