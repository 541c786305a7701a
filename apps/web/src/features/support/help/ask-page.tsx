import { Button, Textarea, TextInput } from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes, TICKET_CATEGORIES } from '@shiloh/contract/support'
import { formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { useFocused } from '#ui/form/first-field'
import { PageHeader } from '#ui/shell/page-header'
import { PickedFiles } from '../parts/attachments.tsx'
import { useKeptText } from '../parts/kept-text.ts'
import { texts } from '../parts/texts.ts'
import { useCategoryName } from '../parts/words.ts'
import classes from './help.module.css'

/** Stands for no reservation: a choice needs a value. */
const NONE = 'none'
const LONGEST_SUBJECT = 160

interface Prefilled {
  /** Where the texts are kept in the tab. */
  readonly key: string
  readonly category: string
  readonly subject?: string
  readonly body?: string
}

/** `/support/new`: a question to the office, about a reservation or the beds of a group if the address names one. */
export function AskPage() {
  const { reservation, allotment } = useSearch({ from: '/support/new' })
  if (allotment) return <NamesForm allotment={allotment} />
  return <AskForm filled={{ key: 'ask', category: reservation ? 'registration' : 'general' }} />
}

/** The form with what the office needs to name people for the empty beds of a group: one line for each. */
function NamesForm({ allotment }: { allotment: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data, error, refetch } = useQuery(queryOf(allotmentRoutes.readLedAllotment, { params: { id: allotment } }))
  if (!data)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={6} />
  const { event, held_for: group, room_category: category, empty: count, check_in, check_out } = data
  const about = t('names_body', {
    event: event.name,
    group: group.name,
    category,
    stay: formatRange(check_in, check_out, language, 'UTC'),
    count,
  })
  return (
    <AskForm
      filled={{
        key: `ask:${allotment}`,
        category: 'rooms',
        subject: t('names_subject', { count, group: group.name }).slice(0, LONGEST_SUBJECT),
        body: [about, ...Array.from({ length: count }, (_, index) => `${index + 1}. `)].join('\n'),
      }}
    />
  )
}

function AskForm({ filled }: { filled: Prefilled }) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const navigate = useNavigate()
  const categoryName = useCategoryName()
  const { reservation: asked } = useSearch({ from: '/support/new' })
  const [subject, setSubject] = useKeptText(`${filled.key}:subject`, filled.subject)
  const [body, setBody] = useKeptText(`${filled.key}:body`, filled.body)
  const [category, setCategory] = useState(filled.category)
  const [reservation, setReservation] = useState(asked ?? NONE)
  const [files, setFiles] = useState<readonly File[]>([])
  const [isTried, setIsTried] = useState(false)
  const own = useQuery(queryOf(reservationRoutes.listMyReservations, { query: {} }))
  const first = useFocused(true)
  const act = useAct(supportRoutes.openTicket, [supportRoutes.listOwnTickets], { shown: true })
  const fields = act.error instanceof ApiError ? act.error.fields : []
  const refused = (name: string) => fields.find(({ field }) => field === name)?.message
  const problem = (name: string, text: string) => (isTried && text.trim() === '' ? say('required') : refused(name))
  const choices = (own.data?.items ?? []).map(({ _id, code, event }) => ({
    value: _id,
    label: `${event.name} (${code})`,
  }))
  return (
    <>
      <PageHeader title={t('ask_title')} note={t('ask_hint')} />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (subject.trim() === '' || body.trim() === '') return
          act.mutate(
            {
              body: { subject, category, body, ...(reservation !== NONE && { reservation_id: reservation }) },
              files: { attachments: files },
            },
            {
              onSuccess: ({ data }) => {
                setSubject('')
                setBody('')
                toastDone({ message: t('sent') })
                void navigate({ to: '/support/$id', params: { id: data._id }, replace: true })
              },
            },
          )
        }}
      >
        {act.error ? <Refusal>{act.error.message}</Refusal> : null}
        {choices.length > 0 ? (
          <ChoiceSelect
            label={t('about')}
            choices={[{ value: NONE, label: t('about_nothing') }, ...choices]}
            value={reservation}
            onChange={setReservation}
            error={refused('reservation_id')}
          />
        ) : null}
        <ChoiceSelect
          label={t('category')}
          choices={TICKET_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))}
          value={category}
          onChange={setCategory}
        />
        <TextInput
          ref={first}
          label={t('subject')}
          required
          maxLength={LONGEST_SUBJECT}
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          error={problem('subject', subject)}
        />
        <Textarea
          label={t('text')}
          required
          rows={filled.body ? 14 : 7}
          maxLength={10_000}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
          error={problem('body', body)}
        />
        <PickedFiles files={files} onChange={setFiles} />
        <Button type="submit" loading={act.isPending}>
          {t('send')}
        </Button>
      </form>
    </>
  )
}
