import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormInput } from '#ui/form/form-fields'
import type { FormField } from '#ui/form/record-form'
import classes from './editor.module.css'
import type { EventInput, EventKey } from './values.ts'

/** Returns the event's time zone from the form. */
export const useZone = (): string => useWatch<EventInput, 'time_zone'>({ name: 'time_zone' }) ?? 'UTC'

/** A section of a tab: its topic on the left, its fields on the right. */
export function Section({
  title,
  hint,
  wide = false,
  children,
}: {
  title: string
  hint?: string
  /** Rows of several fields take the full width, below their heading. */
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

/** Renders fields of the event from their descriptors. */
export function Fields({ fields }: { fields: readonly FormField<EventKey>[] }) {
  const { control } = useFormContext()
  return fields.map((field) => (
    <div key={field.name} className={field.half ? classes.half : undefined}>
      <FormInput control={control} name={field.name} field={field} />
    </div>
  ))
}
