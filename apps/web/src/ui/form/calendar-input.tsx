import { DateInput, type DateInputProps } from '@mantine/dates'
import { useDidUpdate, useMergedRef } from '@mantine/hooks'
import { parseDay } from '@shiloh/contract/text/zone'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fieldPattern, formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useCalendarKeys } from './calendar-keys.ts'
import { useCalendarLabels } from './calendar-labels.ts'
import { DateSetup } from './date-setup.tsx'
import { FieldError } from './field-error.tsx'
import { fieldHint } from './field-hint.ts'
import { texts } from './form-texts.ts'
import { useUnread } from './unread.ts'

/** Who decides whether the calendar is seen: the field itself, or the keys that lead into it and back. */
type Shown = 'by_field' | 'entered' | 'left'

/** Frames in which a calendar that was closed is drawn. */
const FRAMES = 20

/** Whether what is typed is understood. It is called wrong when the field is left, or is to be saved. */
type Reading = 'read' | 'unread' | 'wrong'

interface CalendarInputProps
  extends Omit<DateInputProps, 'value' | 'dateParser' | 'fixOnBlur' | 'minDate' | 'maxDate'> {
  /** A day, or a moment. */
  value: string | null
  minDate?: string
  maxDate?: string
  /** Reads what is typed into a field that had a value when it was entered. Without it a day is read. */
  read?: (typed: string, before: string | null) => string | null
  /** The word for what cannot be read. */
  unread?: string
}

/**
 * A day that is typed, or chosen in a calendar. Arrow down leads into the calendar; Escape, Tab and a choice lead back. A text
 * that is none stays, is called wrong, and keeps the form from being saved; the value is what it was before.
 */
export function CalendarInput({
  ref,
  popoverProps,
  onKeyDown,
  onFocus,
  onBlur,
  onChange,
  read,
  unread,
  ...props
}: CalendarInputProps) {
  const t = useT(texts)
  const language = useLanguage()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(ref, field)
  const [shown, setShown] = useState<Shown>('by_field')
  const [reading, setReading] = useState<Reading>('read')
  // The value when the field was entered, and the one that a text which is none goes back to.
  const entered = useRef(props.value)
  const kept = useRef(props.value)
  const { value, minDate, maxDate } = props
  const parse = (typed: string) => (read ? read(typed, entered.current) : parseDay(typed, language))
  const isInside = (day: string) =>
    !(minDate && day.slice(0, 10) < minDate.slice(0, 10)) && !(maxDate && day.slice(0, 10) > maxDate.slice(0, 10))
  const problemOf = (typed: string) => {
    const day = parse(typed)
    if (!day) return unread ?? t('unread_day', { example: formatDate('2027-12-31', language) })
    if (minDate && day < minDate) return t('too_early', { day: formatDate(minDate.slice(0, 10), language) })
    return maxDate && t('too_late', { day: formatDate(maxDate.slice(0, 10), language) })
  }
  const tell = () => setReading((now) => (now === 'read' ? now : 'wrong'))
  useUnread(reading !== 'read', field, () => {
    tell()
    setShown('left')
  })
  // Another value came from outside, and is shown.
  useDidUpdate(() => {
    if (field.current !== document.activeElement) setReading('read')
  }, [value])
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
        dateParser={parse}
        fixOnBlur={reading === 'read'}
        data-unread={reading === 'read' ? undefined : true}
        placeholder={fieldHint(language)}
        labelProps={{ id: `${id}-label` }}
        ariaLabels={useCalendarLabels()}
        aria-keyshortcuts="ArrowDown"
        {...props}
        {...keys}
        ref={merged}
        error={
          reading === 'wrong' && field.current ? <FieldError>{problemOf(field.current.value)}</FieldError> : props.error
        }
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
        onInput={({ currentTarget: { value: typed } }) => {
          const isEmpty = typed.trim() === ''
          const day = isEmpty ? null : parse(typed)
          if (isEmpty) kept.current = props.clearable ? null : entered.current
          // An emptied day that is needed does not come back by itself: the field says what is missing.
          const isRead = isEmpty ? props.clearable === true || entered.current === null : day !== null && isInside(day)
          setReading((now) => (isRead ? 'read' : now === 'read' ? 'unread' : now))
          // A part of it could be read: `30-11-2026` of `30-11-2026 25:00`.
          if (!isRead && value !== kept.current) onChange?.(kept.current)
        }}
        onChange={(day) => {
          setReading('read')
          if (shown === 'left') setShown('by_field')
          onChange?.(day)
        }}
        onFocus={(event) => {
          if (reading === 'read') {
            entered.current = value
            kept.current = value
          }
          // The calendar would open over what is said to be wrong. A click opens it.
          if (reading === 'wrong' || props.error) setShown('left')
          onFocus?.(event)
        }}
        onBlur={(event) => {
          if (inCalendar(event.relatedTarget)) return
          tell()
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
