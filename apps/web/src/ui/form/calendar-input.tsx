import { DateInput, type DateInputProps } from '@mantine/dates'
import { useMergedRef } from '@mantine/hooks'
import { parseDay } from '@shiloh/contract/text/zone'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldPattern } from '#platform/dates'
import { useLanguage } from '#platform/i18n'
import { useCalendarKeys } from './calendar-keys.ts'
import { useCalendarLabels } from './calendar-labels.ts'
import { DateSetup } from './date-setup.tsx'
import { fieldHint } from './field-hint.ts'

/** Who decides whether the calendar is seen: the field itself, or the keys that lead into it and back. */
type Shown = 'by_field' | 'entered' | 'left'

/** Frames in which a calendar that was closed is drawn. */
const FRAMES = 20

/** A day that is typed, or chosen in a calendar. Arrow down leads into the calendar; Escape, Tab and a choice lead back. */
export function CalendarInput({ ref, popoverProps, onKeyDown, onBlur, onChange, ...props }: DateInputProps) {
  const language = useLanguage()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(ref, field)
  const [shown, setShown] = useState<Shown>('by_field')
  const { forget, getDayProps, ...keys } = useCalendarKeys()
  const leave = () => {
    setShown('left')
    forget()
    field.current?.focus()
  }
  const leaving = useRef(leave)
  leaving.current = leave
  const inCalendar = (target: EventTarget | null) =>
    target instanceof Element && target.closest('[data-dates-dropdown]')?.querySelector(`[data-of="${id}"]`) != null
  useEffect(() => {
    if (shown !== 'entered') return
    let frame = 0
    let left = FRAMES
    let calendar: HTMLElement | null = null
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' && event.key !== 'Tab') return
      // Only the calendar closes. Tab goes on from the field.
      event.stopPropagation()
      leaving.current()
    }
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !calendar?.contains(relatedTarget) && relatedTarget !== field.current)
        setShown('by_field')
    }
    const enter = () => {
      calendar = document.querySelector(`[data-of="${id}"]`)?.closest<HTMLElement>('[data-dates-dropdown]') ?? null
      const day = ['[data-selected]', '[data-today]', ':not([data-outside]):not([data-disabled])'].flatMap(
        (which) => calendar?.querySelector<HTMLElement>(`[data-day]${which}`) ?? [],
      )[0]
      day?.focus()
      if (document.activeElement !== day || !day) {
        left -= 1
        if (left > 0) frame = requestAnimationFrame(enter)
        return
      }
      calendar?.addEventListener('keydown', onKey)
      calendar?.addEventListener('focusout', onLeave)
    }
    enter()
    return () => {
      cancelAnimationFrame(frame)
      calendar?.removeEventListener('keydown', onKey)
      calendar?.removeEventListener('focusout', onLeave)
    }
  }, [shown, id])
  return (
    <DateSetup>
      <DateInput
        valueFormat={fieldPattern(language)}
        dateParser={parseDay}
        placeholder={fieldHint(language)}
        labelProps={{ id: `${id}-label` }}
        ariaLabels={useCalendarLabels()}
        aria-keyshortcuts="ArrowDown"
        {...props}
        {...keys}
        ref={merged}
        popoverProps={{
          ...popoverProps,
          id: `${id}-label`,
          ...(shown !== 'by_field' && { opened: shown === 'entered' }),
        }}
        getDayProps={(day) => ({
          ...getDayProps(day),
          'data-of': id,
          // Escape closes the calendar, not the dialog around it.
          'data-mantine-stop-propagation': 'true',
          onClick: () => {
            if (shown === 'entered') leave()
          },
        })}
        onChange={(day) => {
          if (shown === 'left') setShown('by_field')
          onChange?.(day)
        }}
        onBlur={(event) => {
          if (inCalendar(event.relatedTarget)) return
          setShown('by_field')
          onBlur?.(event)
        }}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          onKeyDown?.(event)
          if (event.key !== 'ArrowDown' || event.ctrlKey || event.metaKey || props.readOnly || props.disabled) return
          event.preventDefault()
          setShown('entered')
        }}
        onClick={() => setShown('by_field')}
      />
    </DateSetup>
  )
}
