import { Button, Group, Modal, Progress, Textarea } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { argumentsOf } from '#platform/client'
import { useLanguage, useT, useText } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { useAct } from '#platform/queries'
import { showFailure } from '../feedback/failure.tsx'
import { toastDone } from '../feedback/toast.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Answered, followEdit, undoEdit } from './bulk-follow.ts'
import type { ActOnMany, ChosenRows } from './bulk-types.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { texts } from './table-texts.ts'

// Few acts have fields.
const RecordForm = lazyPart(() =>
  import('../form/record-form.tsx').then(({ RecordForm: component }) => ({ default: component })),
)

interface BulkEditProps {
  act: ActOnMany
  label: string
  chosen: ChosenRows
  /** The work has begun: the selection has served its purpose. */
  onStarted: () => void
  onClose: () => void
}

/** Asks before an act on many rows, follows it, and says what became of each row. It goes on when it is closed. */
export function BulkEdit({ act, label, chosen, onStarted, onClose }: BulkEditProps) {
  const t = useT(texts)
  const text = useText()
  const [reason, setReason] = useState('')
  const [activity, setActivity] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const started = useRef(false)
  const start = useAct<Route>(act.route, [], { shown: act.form !== undefined })
  const begin = async (more: object) => {
    const { filter, exclude, ids } = chosen
    // The routes of acts on many rows have this body and answer; the compiler cannot infer them through the list.
    const [input] = argumentsOf<Route>({
      body: { filter: { ...filter, ...act.within }, exclude, ...(ids && { ids }), ...more },
    })
    const { data } = (await start.mutateAsync(input ?? {})) as { data: { activity_id: string } }
    return data.activity_id
  }
  if (activity !== undefined)
    return <Working id={activity} label={label} total={chosen.count} onEnded={onStarted} onClose={onClose} />
  if (act.form) {
    const { schema, sections, toChange, sum: Sum } = act.form
    return (
      <Suspense>
        <RecordForm
          schema={schema}
          sections={sections}
          values={{}}
          title={t('edit_title', { count: chosen.count })}
          action={() => t('edit_action', { count: chosen.count })}
          saved={null}
          waits={isAsking}
          onSave={async (values) => {
            const id = await begin({ change: toChange(values) })
            started.current = true
            setActivity(id)
          }}
          onDone={() => {
            if (!started.current) onClose()
          }}
        >
          <p className="dim small">{t('edit_hint')}</p>
          {Sum ? (
            <Sum chosen={{ ...chosen, filter: { ...chosen.filter, ...act.within } }} onAsking={setAsking} />
          ) : null}
        </RecordForm>
      </Suspense>
    )
  }
  return (
    <FormDialog onClose={onClose} title={t('everything_question', { act: label, count: chosen.count })}>
      <p>{chosen.says ?? text(act.consequence)}</p>
      {chosen.others ? <p className="dim">{t('left_alone', { count: chosen.others })}</p> : null}
      <p className="dim">{t('everything_text')}</p>
      {act.asksReason ? (
        <Textarea
          mt="sm"
          label={t(act.asksReason === 'required' ? 'reason_needed' : 'everything_reason')}
          required={act.asksReason === 'required'}
          data-autofocus
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" disabled={start.isPending} onClick={onClose}>
          {t('everything_close')}
        </Button>
        <Button
          {...(act.danger && { color: 'red' })}
          loading={start.isPending}
          disabled={act.asksReason === 'required' && reason.trim() === ''}
          data-saves
          onClick={() =>
            void begin({
              ...(act.change && { change: act.change }),
              ...(reason.trim() !== '' && { reason: reason.trim() }),
            }).then(setActivity, () => undefined)
          }
        >
          {label}
        </Button>
      </Group>
    </FormDialog>
  )
}

/** Returns the words for what became of the rows: "12 changed, 1 was already so, 2 refused". */
export function useAnswerWords() {
  const t = useT(texts)
  return ({ figures: { updated, unchanged, refused }, isUndo }: Answered): string =>
    [
      t(isUndo ? 'taken_back' : 'changed_many', { count: updated }),
      ...(unchanged > 0 ? [t('already_so', { count: unchanged })] : []),
      ...(refused > 0 ? [t('refused_many', { count: refused })] : []),
    ].join(', ')
}

/** Takes an edit back in the background, and says what became of it. */
export function useUndo() {
  const t = useT(texts)
  const words = useAnswerWords()
  const queries = useQueryClient()
  return async (id: string) => {
    try {
      const answered = await undoEdit(id)
      await queries.invalidateQueries()
      const [first] = answered.refused
      if (first) showFailure(`${words(answered)}. ${t('refused_one', first)}`)
      else toastDone({ message: words(answered) })
    } catch (error) {
      if (error instanceof Error) showFailure(error.message)
    }
  }
}

interface WorkingProps {
  id: string
  label: string
  total: number
  onEnded: () => void
  onClose: () => void
}

/** The progress of an edit, and then the rows that were refused. Without one it closes by itself. */
function Working({ id, label, total, onEnded, onClose }: WorkingProps) {
  const t = useT(texts)
  const language = useLanguage()
  const words = useAnswerWords()
  const undo = useUndo()
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const [answered, setAnswered] = useState<Answered>()
  // Where nothing was done, the selection stays for another choice.
  const end = answered && answered.figures.updated + answered.figures.unchanged === 0 ? onClose : onEnded
  // The newest functions, so that the work is followed once.
  const then = useRef({ t, words, undo, onEnded, onClose })
  then.current = { t, words, undo, onEnded, onClose }
  useEffect(() => {
    const left = new AbortController()
    const follow = async () => {
      const result = await followEdit(id, setDone, left.signal)
      if (result.refused.length > 0) setAnswered(result)
      else {
        toastDone({
          message: then.current.words(result),
          ...(result.undoable > 0 && {
            undo: { label: then.current.t('undo'), act: () => void then.current.undo(id) },
          }),
        })
        then.current.onEnded()
      }
      await queries.invalidateQueries()
    }
    follow().catch((error: unknown) => {
      if (left.signal.aborted || !(error instanceof Error)) return
      showFailure(error.message)
      then.current.onClose()
    })
    return () => left.abort()
  }, [id, queries])
  return (
    <Modal opened onClose={end} title={label} closeButtonProps={{ 'aria-label': t('close_work') }}>
      {answered ? (
        <>
          <p>{words(answered)}</p>
          <RefusedRows rows={answered.refused} />
          {answered.figures.refused > answered.refused.length ? <p className="dim">{t('refused_more')}</p> : null}
        </>
      ) : (
        <>
          <Progress value={(100 * done) / total} aria-label={label} />
          <p className="num">
            {t('answered', { done: formatCount(done, language), total: formatCount(total, language) })}
          </p>
          <p className="dim">{t('works_on')}</p>
        </>
      )}
      <Group justify="flex-end" mt="md">
        {answered && answered.undoable > 0 ? (
          <Button
            variant="default"
            onClick={() => {
              onEnded()
              void undo(id)
            }}
          >
            {t('undo')}
          </Button>
        ) : null}
        <Button onClick={end}>{t('close_work')}</Button>
      </Group>
    </Modal>
  )
}
