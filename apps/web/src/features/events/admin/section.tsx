import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormInput } from '#ui/form/form-fields'
import type { FormField } from '#ui/form/record-form'
import classes from './editor.module.css'
import type { EventInput, EventKey } from './values.ts'

/** Returns the zone of the event's clocks, as it is in the form. */
export const useZone = (): string => useWatch<EventInput, 'time_zone'>({ name: 'time_zone' }) ?? 'UTC'

/** A part of a tab: what it is about at the left, its fields at the right. */
export function Section({
  title,
  hint,
  wide = false,
  children,
}: {
  title: string
  hint?: string
  /** Rows of several fields take the whole width, under their heading. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className={wide ? classes.wideSection : classes.section}>
      <header>
        <h2>{title}</h2>
        {hint ? <p className="dim small">{hint}</p> : null}
      </header>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** Fields of the event from their descriptors. */
export function Fields({ fields }: { fields: readonly FormField<EventKey>[] }) {
  const { control } = useFormContext()
  return fields.map((field) => (
    <div key={field.name} className={field.half ? classes.half : undefined}>
      <FormInput control={control} name={field.name} field={field} />
    </div>
  ))
}
