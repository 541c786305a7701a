import { Button } from '@mantine/core'
import { joinRange, splitRange } from '@shiloh/contract/lists'
import { dayIn } from '@shiloh/contract/text/zone'
import { type FormEvent, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { CalendarInput } from '../form/calendar-input.tsx'
import { DateSetup } from '../form/date-setup.tsx'
import { texts as formTexts } from '../form/form-texts.ts'
import { MomentInput } from '../form/moment-input.tsx'
import { MoneyInput } from '../form/money-input.tsx'
import { texts } from './filter-texts.ts'
import classes from './list.module.css'
import { texts as listTexts } from './list-texts.ts'
import { QUICK, quickRange } from './quick-range.ts'

interface RangeFieldProps {
  kind: 'date' | 'days' | 'amounts'
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const t = useT(formTexts)
  return (
    <CalendarInput
      label={label}
      clearable
      // The filter closes on a click outside of it, also in a portal.
      popoverProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

const minorOf = (text: string): number | null => (text === '' ? null : Number(text))

interface MinuteFieldProps {
  label: string
  /** `2027-01-22T14:00`. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A day with a time, in the calendar of all other fields. */
export function MinuteField({ label, value, onChange }: MinuteFieldProps) {
  const say = useT(listTexts)
  const [chosen, setChosen] = useState(value ? value.replace('T', ' ') : null)
  return (
    <DateSetup>
      <form
        className={classes.range}
        onSubmit={(event) => {
          event.preventDefault()
          onChange(chosen ? chosen.slice(0, 16).replace(' ', 'T') : undefined)
        }}
      >
        {/* The filter closes on a click outside of it, also in a portal. */}
        <MomentInput
          label={label}
          clearable
          value={chosen}
          onChange={setChosen}
          popoverProps={{ withinPortal: false }}
        />
        <Button type="submit">{say('apply')}</Button>
      </form>
    </DateSetup>
  )
}

/** From a day to a day, from an amount to an amount, or one day. */
export function RangeField({ kind, label, value = '', onChange }: RangeFieldProps) {
  const t = useT(texts)
  const say = useT(listTexts)
  const { currency, time_zone: zone } = useAccount().organisation
  const today = dayIn(new Date(), zone)
  const [ends, setEnds] = useState(() => splitRange(value))
  if (kind === 'date')
    return (
      <DateSetup>
        <DayField label={label} value={value} onChange={(day) => onChange(day || undefined)} />
      </DateSetup>
    )
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const { from, to } = ends
    // Ends in the wrong order are meant the other way round.
    const isSwapped = from !== '' && to !== '' && (kind === 'amounts' ? Number(from) > Number(to) : from > to)
    onChange(joinRange(isSwapped ? { from: to, to: from } : ends) || undefined)
  }
  const field = (end: 'from' | 'to') => {
    const change = (next: string) => setEnds({ ...ends, [end]: next })
    return kind === 'days' ? (
      <DayField label={t(end)} value={ends[end]} onChange={change} />
    ) : (
      <MoneyInput
        label={t(end === 'from' ? 'least' : 'most')}
        // This part is loaded when the filter is opened, after the focus was given.
        autoFocus={end === 'from'}
        currency={currency}
        value={minorOf(ends[end])}
        onChange={(minor) => change(minor === null ? '' : String(minor))}
      />
    )
  }
  return (
    <DateSetup>
      <form className={classes.range} onSubmit={apply}>
        {kind === 'days' ? (
          <p className={classes.quick}>
            {QUICK.map((name, index) => (
              <button
                key={name}
                type="button"
                // biome-ignore lint/a11y/noAutofocus: this part is loaded when the filter is opened, after the focus was given
                autoFocus={index === 0}
                onClick={() => onChange(joinRange(quickRange(name, today)))}
              >
                {t(name)}
              </button>
            ))}
          </p>
        ) : null}
        {field('from')}
        {field('to')}
        <Button type="submit">{say('apply')}</Button>
      </form>
    </DateSetup>
  )
}
