import { questionsOf } from '@shiloh/contract/forms/forms'
import { useT } from '#platform/i18n'
import type { StepProps } from './step.ts'
import { texts } from './texts.ts'

const SENTENCES = {
  gender: 'choose_gender',
  title_id: 'choose_title',
  designation_id: 'choose_designation',
  committee_type_id: 'choose_committee',
  medical_conditions: 'choose_care',
  dietary_preference: 'choose_care',
  female_related: 'choose_care',
  arrival_at: 'choose_arrival',
  departure_at: 'choose_departure',
  'accommodation.room_category_id': 'choose_room',
  'accommodation.check_in': 'choose_nights',
} as const
const hasSentence = (field: string): field is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, field)

/** Returns a function with the sentence that names what is to be chosen in a field. Empty: no sentence of its own. */
export function useChooseWhat(event: Pick<StepProps['event'], 'form'>): (field: string) => string {
  const t = useT(texts)
  return (field) => {
    if (field.endsWith('participant_type_id')) return t('choose_type')
    const own = field.replace(/^participants\.\w+\./, '')
    if (hasSentence(own)) return t(SENTENCES[own])
    const id = /^answers\.(.+)$/.exec(field)?.[1]
    const question = id && event.form ? questionsOf(event.form).find(({ _id }) => _id === id)?.label : undefined
    // A full stop or colon would stand before the closing quotation mark. Question and exclamation marks belong to the words.
    return question ? t('choose_answer', { question: question.replace(/\s*[.:…]+$/u, '') }) : ''
  }
}
