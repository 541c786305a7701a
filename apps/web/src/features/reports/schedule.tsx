import { Button, Group, Switch, TextInput } from '@mantine/core'
import { type Language, localeOf } from '@shiloh/contract/core'
import {
  REPORT_FORMATS,
  type ReportView,
  reportRoutes,
  type SavedReport,
  SCHEDULE_EVERY,
  type ScheduleBody,
  type ScheduleView,
} from '@shiloh/contract/reports'
import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { WhyNot } from '#ui/base/why-not'
import { Refusal } from '#ui/feedback/refusal'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { FormDialog } from '#ui/form/form-dialog'
import { useRoleWords } from '../authorization/index.ts'
import type { Asked } from './address.ts'
import classes from './reports.module.css'
import { texts } from './texts.ts'

const STALE = [reportRoutes.listReports] as const
/** A Monday: the days after it name the week. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** `Monday` for 1, in the reader's language. */
function useWeekday(): (day: number) => string {
  const names = new Intl.DateTimeFormat(localeOf(useLanguage()), { weekday: 'long', timeZone: 'UTC' })
  return (day) => names.format(new Date(MONDAY + (day - 1) * DAY_MS))
}

const HOUR_MS = 3_600_000
/** `7:00 AM`, German `07:00`. */
const hourText = (hour: number, language: Language): string => formatTime(new Date(MONDAY + hour * HOUR_MS), language)

interface Bodied {
  readonly name: string
  readonly report: ReportView['report']
  readonly grouping: ReportView['grouping']
  readonly filters: Asked['filters']
}

/** Names a report and saves it, or the changes of an own saved one. */
export function SaveDialog({
  body,
  saved,
  onClose,
  onSaved,
}: {
  body: Bodied
  saved: SavedReport | undefined
  onClose: () => void
  onSaved: (saved: SavedReport) => void
}) {
  const t = useT(texts)
  const own = saved?.own ? saved : undefined
  const [name, setName] = useState(own?.name ?? body.name)
  const [shared, setShared] = useState(own?.shared ?? false)
  const create = useAct(reportRoutes.saveReport, STALE, { shown: true })
  const update = useAct(reportRoutes.updateSaved, STALE, { shown: true })
  const done = {
    onSuccess: ({ data }: { data: SavedReport }) => {
      toastDone({ message: t('saved_done') })
      onSaved(data)
    },
  }
  const fresh = () => create.mutate({ body: { ...body, name, shared } }, done)
  const change = (id: string) => {
    const { grouping, filters } = body
    update.mutate({ params: { id }, body: { name, shared, grouping, filters } }, done)
  }
  const error = create.error ?? update.error
  return (
    <FormDialog onClose={onClose} title={t('save_title')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (own) change(own._id)
          else fresh()
        }}
      >
        <TextInput
          label={t('name')}
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Switch label={t('share')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
        {error ? <Refusal>{error.message}</Refusal> : null}
        <Group justify="flex-end">
          {own ? (
            <Button variant="default" loading={create.isPending} onClick={fresh} disabled={name.trim() === own.name}>
              {t('save_new')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" loading={own ? update.isPending : create.isPending}>
            {t(own ? 'save_changes' : 'save')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}

type Form = Omit<ScheduleBody, 'event_id' | 'role_id'> & { readonly role_id: string | null }

const fresh: Form = { every: 'week', on_day: 1, hour: 7, format: 'pdf', role_id: null, paused: false }

/** Asks when, as what and to whom a report is sent. A report that is not saved yet is saved under its title. */
export function ScheduleDialog({
  body,
  eventId,
  zone,
  saved,
  onClose,
  onSaved,
}: {
  body: Bodied
  eventId: string
  zone: string
  saved: SavedReport | undefined
  onClose: () => void
  onSaved: (saved: SavedReport) => void
}) {
  const t = useT(texts)
  const language = useLanguage()
  const weekday = useWeekday()
  const { nameOf } = useRoleWords()
  const own = saved?.own ? saved : undefined
  const [name, setName] = useState(own?.name ?? body.name)
  const [form, setForm] = useState<Form>(own?.schedule ?? fresh)
  const put = <K extends keyof Form>(key: K, value: Form[K]) => setForm((old) => ({ ...old, [key]: value }))
  const roles = useQuery(queryOf(reportRoutes.pickReaders, { query: { report: body.report, event_id: eventId } }))
  const create = useAct(reportRoutes.saveReport, STALE, { shown: true })
  const schedule = useAct(reportRoutes.scheduleReport, STALE, { shown: true })
  const end = useAct(reportRoutes.unscheduleReport, STALE, { shown: true })
  const error = create.error ?? schedule.error ?? end.error
  const send = async () => {
    const { role_id } = form
    if (role_id === null) return
    try {
      const one = own ?? (await create.mutateAsync({ body: { ...body, name } })).data
      const { every, on_day, hour, format, paused } = form
      const { data } = await schedule.mutateAsync({
        params: { id: one._id },
        body: { event_id: eventId, every, on_day, hour, format, role_id, paused },
      })
      toastDone({ message: t('scheduled') })
      onSaved(data)
    } catch {
      // The dialog shows the failure.
    }
  }
  return (
    <FormDialog onClose={onClose} title={t('schedule_title')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="dim small">{t('schedule_hint')}</p>
        {own ? null : (
          <TextInput
            label={t('name')}
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Segments
          label={t('every')}
          choices={SCHEDULE_EVERY.map((value) => ({ value, label: t(`every_${value}`) }))}
          value={form.every}
          onChange={(every) => setForm((old) => ({ ...old, every, on_day: every === 'day' ? null : 1 }))}
        />
        {form.every === 'week' ? (
          <ChoiceSelect
            label={t('weekday')}
            choices={Array.from({ length: 7 }, (_, index) => ({
              value: String(index + 1),
              label: weekday(index + 1),
            }))}
            value={String(form.on_day)}
            onChange={(day) => put('on_day', Number(day))}
          />
        ) : null}
        {form.every === 'month' ? (
          <ChoiceSelect
            label={t('month_day')}
            description={t('last_day')}
            choices={Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
            value={String(form.on_day)}
            onChange={(day) => put('on_day', Number(day))}
          />
        ) : null}
        <ChoiceSelect
          label={t('at', { zone })}
          choices={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour, language) }))}
          value={String(form.hour)}
          onChange={(hour) => put('hour', Number(hour))}
        />
        <Segments
          label={t('format')}
          choices={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          value={form.format}
          onChange={(format) => put('format', format)}
        />
        <ChoiceSelect
          label={t('to_role')}
          required
          choices={(roles.data ?? []).map((role) => ({
            value: role._id,
            label: `${nameOf(role)} (${t('role_readers', { count: role.readers })})`,
          }))}
          value={form.role_id}
          onChange={(role) => put('role_id', role)}
        />
        {own?.schedule ? (
          <Switch
            label={t('paused')}
            checked={form.paused}
            onChange={(event) => put('paused', event.currentTarget.checked)}
          />
        ) : null}
        {error ? <Refusal>{error.message}</Refusal> : null}
        <Group justify={own?.schedule ? 'space-between' : 'flex-end'}>
          {own?.schedule ? (
            <Button
              variant="subtle"
              color="red"
              loading={end.isPending}
              onClick={() =>
                end.mutate(
                  { params: { id: own._id, event_id: eventId } },
                  {
                    onSuccess: ({ data }) => {
                      toastDone({ message: t('schedule_ended') })
                      onSaved(data)
                    },
                  },
                )
              }
            >
              {t('end_schedule')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          <WhyNot reason={form.role_id === null ? t('needs_role') : undefined}>
            {(off) => (
              <Button
                type={form.role_id === null ? 'button' : 'submit'}
                leftSection={<IconCalendarTime size={18} />}
                loading={create.isPending || schedule.isPending}
                {...off}
              >
                {t('schedule')}
              </Button>
            )}
          </WhyNot>
        </Group>
      </form>
    </FormDialog>
  )
}

/** Says in a sentence when, as what and to whom a report is sent. */
export function ScheduleSentence({ schedule }: { schedule: ScheduleView }) {
  const t = useT(texts)
  const language = useLanguage()
  const weekday = useWeekday()
  const { nameOf } = useRoleWords()
  const values = {
    time: hourText(schedule.hour, language),
    format: schedule.format.toUpperCase(),
    count: schedule.readers,
    role: nameOf({ key: schedule.role_key, name: schedule.role }),
  }
  const sentence = () => {
    switch (schedule.every) {
      case 'day':
        return t('sent_day', values)
      case 'week':
        return t('sent_week', { ...values, day: weekday(schedule.on_day ?? 1) })
      default:
        return t('sent_month', { ...values, day: String(schedule.on_day) })
    }
  }
  return (
    <p>
      {sentence()}{' '}
      {schedule.paused
        ? t('is_paused')
        : schedule.next_at
          ? t('next_on', { day: formatDay(schedule.next_at, language, schedule.time_zone) })
          : null}
    </p>
  )
}
