import { adminEventRoutes } from '@shiloh/contract/events/events'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import type { BookableEvent } from './booking.ts'
import type { TestAccount, TestApp } from './harness.ts'

const sectionsOf = (questions: readonly object[]) => [{ title: 'Questions', questions }]

/**
 * Gives an event a form of these questions, as the office makes it.
 *
 * @returns `setForm` gives it another form, or none; `write` saves other questions, `rewrite` changes them one by one (undefined takes
 *   one out). Both fail unless they are saved.
 */
export const giveForm = async <Q extends object>(
  t: TestApp,
  event: Pick<BookableEvent, 'id'>,
  office: TestAccount,
  questions: readonly Q[],
) => {
  const made = await t.call(eventFormRoutes.create, {
    as: office,
    body: { name: `Form of ${event.id}`, sections: sectionsOf(questions) },
  })
  const formId = made.data._id
  const setForm = async (form_id: string | null) => {
    const set = await t.call(adminEventRoutes.updateEvent, { as: office, params: { id: event.id }, body: { form_id } })
    return { status: set.status, code: set.code, errors: set.errors }
  }
  const write = async (asked: readonly object[]) => {
    const body = { sections: sectionsOf(asked) }
    const saved = await t.call(eventFormRoutes.update, { as: office, params: { id: formId }, body })
    return { status: saved.status, code: saved.code, errors: saved.errors }
  }
  const isSaved = ({ status, errors }: Awaited<ReturnType<typeof write>>): void => {
    if (status !== 200) throw new Error(`not saved: ${status} ${JSON.stringify(errors)}`)
  }
  isSaved(await setForm(formId))
  const rewrite = async (change: (question: Q, index: number) => object | undefined): Promise<void> =>
    isSaved(await write(questions.flatMap((one, index) => [change(one, index) ?? []].flat())))
  return { formId, setForm, write, rewrite }
}

/** Gives an event a form with questions of every kind, as the office makes it. */
export const askQuestions = async (t: TestApp, event: BookableEvent, office: TestAccount) => {
  const newId = () => t.app.deps.random.bytes(12).toString('hex')
  const ids = {
    ...{ bus: newId(), yes: newId(), no: newId(), seats: newId(), day: newId(), more: newId(), rating: newId() },
    robe: newId(),
  }
  const questions = [
    {
      _id: ids.bus,
      label: 'Do you come by bus?',
      translations: { de: { label: 'Kommen Sie mit dem Bus?' } },
      type: 'radio',
      options: [
        { _id: ids.yes, label: 'By bus', translations: { de: { label: 'Mit dem Bus' } } },
        { _id: ids.no, label: 'By car' },
      ],
    },
    {
      _id: ids.seats,
      label: 'Seats',
      type: 'number',
      visible_when: { question_id: ids.bus, any_of: [ids.yes] },
    },
    { _id: ids.day, label: 'Day of the journey', type: 'date' },
    { _id: ids.more, label: 'Room', type: 'text' },
    { _id: ids.rating, label: 'How was the last one?', type: 'radio', rating_scores: [1, 2, 3] },
    { _id: ids.robe, label: 'Robe size', type: 'text', participant_type_ids: [event.otherTypeId] },
  ] as const
  const { rewrite } = await giveForm(t, event, office, questions)
  return { ids, rewrite }
}
