import { organisationRoutes, type SettingsName } from '@shiloh/contract/organisation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { keyOf, queryOf } from '#platform/queries'
import { type FormField, type NamesOf, RecordForm } from '#ui/form/record-form'
import classes from './settings.module.css'
import { texts } from './texts.ts'

/** Routes whose responses become stale when the settings change. */
export const settingsRoutesStale = [organisationRoutes.readSettings, organisationRoutes.readOrganisation]

interface GroupFormProps<S extends z.ZodType<FieldValues, FieldValues>> {
  name: SettingsName
  schema: S
  values: DefaultValues<z.input<S>>
  fields: readonly FormField<NamesOf<S>>[]
  children?: ReactNode
}

/** One group of settings, saved on its own. Leaving discards unsaved changes. */
export function GroupForm<S extends z.ZodType<FieldValues, FieldValues>>(props: GroupFormProps<S>) {
  const t = useT(texts)
  const can = useCan()
  const queries = useQueryClient()
  const { followAccount } = usePageActions()
  const [round, setRound] = useState(0)
  // The language that the texts of the form are in, even if the church has changed it since.
  const { language } = useAccount().organisation
  const [begun, setBegun] = useState({ round, language })
  if (begun.round !== round) setBegun({ round, language })
  const { data } = useQuery(queryOf(organisationRoutes.readSettings))
  return (
    <div className={classes.form}>
      <RecordForm
        key={round}
        as="page"
        schema={props.schema}
        title={t(props.name)}
        values={props.values}
        readOnly={!can('settings.update')}
        sections={[{ fields: props.fields }]}
        version={data?.versions[props.name]}
        onSave={async (body, version) => {
          await call(organisationRoutes.updateSettings, {
            params: { name: props.name },
            body: { ...body, version, texts_language: begun.language },
          })
          await Promise.all(settingsRoutesStale.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
          // Name, colour and rules also apply to this page.
          await followAccount()
        }}
        onDone={() => setRound((old) => old + 1)}
      >
        {props.children}
      </RecordForm>
    </div>
  )
}
